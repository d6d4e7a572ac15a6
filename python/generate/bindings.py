"""Writes the C++ of kvplan._core.lib, which mirrors the public headers name by name:

    bindings.py HEADERS OUT PARTS

makes OUT/lib_enums.hpp, OUT/lib_declare.cpp and OUT/lib_1.cpp … lib_PARTS.cpp. CMake runs it when a header has changed.
What has no twin, and why, is in reasons.py."""

from __future__ import annotations

import keyword
import pathlib
import re
import sys
from typing import Optional

from headers import Enum, Function, Header, Parameter, Struct, read_headers
from reasons import NO_MEMBER, NO_TWIN

MODULE = "kvplan._core.lib"
#: Kinds of the templates that are no alias in a header.
INSTANCES = {
    "Sourced<Bytes>": "SourcedBytes",
    "Sourced<double>": "SourcedNumber",
    "Sourced<std::int64_t>": "SourcedInteger",
    "Sourced<std::string>": "SourcedText",
}
#: Bound by hand in bind_units.cpp.
UNITS = ("Bytes", "Tokens", "Blocks", "BytesPerToken", "BytesPerBlock", "TokensPerBlock")
NUMBERS = {"bool": "bool", "double": "float", "void": "None"} | dict.fromkeys(
    ("int", "std::int64_t", "std::uint64_t", "std::size_t", "std::uintmax_t", "std::uint16_t", "std::uint8_t"), "int"
)


def python_name(name: str) -> str:
    name = name.replace("::", "")
    return name + "_" if keyword.iskeyword(name) else name


def literal(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("?", "\\?")
    return f'"{escaped}"'


def doc_of(comment: str) -> str:
    """A /// comment as a docstring."""
    comment = re.sub(r"@throws Error\b", "Raises kvplan.Error", comment)
    comment = re.sub(r"@throws std::overflow_error", "Raises OverflowError", comment)
    comment = re.sub(r"@return\b", "Returns", comment)
    return re.sub(r"@param\s+(\w+)", lambda match: python_name(match[1]), comment)


def arguments(text: str) -> list[str]:
    """a<b, c>, d → two parts."""
    parts, depth, part = [], 0, ""
    for sign in text:
        depth += (sign in "<(") - (sign in ">)")
        if sign == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += sign
    return [*parts, part.strip()]


class Writer:
    def __init__(self, headers: list[Header]) -> None:
        self.headers = headers
        self.aliases = {a.name: a.type for h in headers for a in h.aliases}
        self.structs = {s.name: s for h in headers for s in h.structs}
        self.enums = {e.name: e for h in headers for e in h.enums}

    def bound_structs(self, header: Header) -> list[tuple[Struct, str, str]]:
        """Each struct with its C++ and its Python name."""
        result = []
        for struct in header.structs:
            if struct.is_template:
                result += [
                    (struct, cpp, name) for cpp, name in INSTANCES.items() if cpp.startswith(struct.name + "<")
                ]
            elif struct.name not in NO_TWIN:
                result.append((struct, struct.name, python_name(struct.name)))
        return result

    def python_type(self, kind: str, outer: str = "") -> str:
        """How pybind11 spells a C++ type in a signature."""
        kind = kind.removeprefix("const ").removesuffix("&").removesuffix(" const").strip()
        if kind in NUMBERS:
            return NUMBERS[kind]
        if kind in ("std::string", "std::string_view", "char*"):
            return "str"
        if kind == "std::filesystem::path":
            return "os.PathLike"
        if kind.endswith("*"):
            return f"Optional[{self.python_type(kind[:-1], outer)}]"
        if outer + "::" + kind in self.structs or outer + "::" + kind in self.enums:
            kind = outer + "::" + kind
        if kind in INSTANCES:
            return f"{MODULE}.{INSTANCES[kind]}"
        if kind in UNITS or kind in self.structs or kind in self.enums:
            return f"{MODULE}.{python_name(kind)}"
        if kind in self.aliases:
            return self.python_type(self.aliases[kind])
        match = re.fullmatch(r"std::(\w+)<(.*)>", kind)
        if not match:
            raise RuntimeError(f"no Python type for {kind}")
        template, inner = match[1], arguments(match[2])
        if template == "function":
            result, taken = re.fullmatch(r"(.*)\((.*)\)", match[2]).groups()  # type: ignore[union-attr]
            return f"Callable[[{self.python_type(taken)}], {self.python_type(result)}]"
        types = [self.python_type(part, outer) for part in inner if part != "std::less<>" and not part.isdigit()]
        if template in ("shared_ptr", "optional"):
            return f"Optional[{types[0]}]"
        if template == "unique_ptr":
            return types[0]
        form = {"vector": "List", "span": "List", "array": "List", "map": "Dict", "pair": "Tuple", "variant": "Union"}
        return f"{form[template]}[{', '.join(types)}]"

    # What is written.

    def enums_header(self) -> str:
        lines = ["// Generated from the public headers.", "#pragma once", "", '#include "casters.hpp"']
        lines += [f'#include "kvplan/{h.path.name}"' for h in self.headers if h.enums]
        lines += ["", "namespace kvplan::python {", ""]
        for enum in self.enums.values():
            if enum.name not in NO_TWIN:
                lines += [
                    "template <>",
                    f"struct EnumName<{enum.name}> {{",
                    "  static constexpr bool known = true;",
                    f'  static constexpr auto name = py::detail::const_name("{MODULE}.{python_name(enum.name)}");',
                    "};",
                ]
        return "\n".join([*lines, "", "}  // namespace kvplan::python", ""])

    def declarations(self, parts: int) -> str:
        lines = []
        for header in self.headers:
            for enum in header.enums:
                if enum.name not in NO_TWIN:
                    lines.append(self.enum(enum))
        for header in self.headers:
            for struct, cpp, name in self.bound_structs(header):
                if struct.name not in UNITS:
                    lines.append(f"  Class<{cpp}>(module, {literal(name)}, {literal(doc_of(struct.doc))});")
        for header in self.headers:
            for variable in header.variables:
                value = variable.name if "string_view" not in variable.type else f"std::string({variable.name})"
                lines.append(f"  module.attr({literal(variable.name)}) = py::cast({value});")
        extern = "\n".join(
            f"void define_{part}(py::module_&);\nvoid functions_{part}(py::module_&);" for part in range(1, parts + 1)
        )
        calls = "\n".join(f"  define_{part}(module);" for part in range(1, parts + 1))
        calls += "\n" + "\n".join(f"  functions_{part}(module);" for part in range(1, parts + 1))
        return f"""// Generated from the public headers.
#include "kvplan/kvplan.hpp"
#include "lib_enums.hpp"
#include "values.hpp"

namespace kvplan::python {{

{extern}

void declare_lib(py::module_& module) {{
{chr(10).join(lines)}
}}

void define_lib(py::module_& module) {{
{calls}
}}

}}  // namespace kvplan::python
"""

    def enum(self, enum: Enum) -> str:
        about = doc_of(enum.doc)
        notes = "\n".join(f"{name}: {doc}" for name, doc in enum.values if doc)
        about = "\n\n".join(part for part in (about, notes) if part)
        members = ", ".join(f"{{{enum.name}::{name}, {literal(python_name(name))}}}" for name, _ in enum.values)
        name = literal(python_name(enum.name))
        return f"  bind_enum<{enum.name}>(module, {name}, {literal(about)}, {{{members}}});"

    def part(self, number: int, headers: list[Header]) -> str:
        defines, functions = [], []
        for header in headers:
            for struct, cpp, name in self.bound_structs(header):
                defines.append(self.struct(struct, cpp, name))
            for function in header.functions:
                functions += self.function(function)
        return f"""// Generated from the public headers.
{self.includes(headers)}
#include "lib_enums.hpp"
#include "unit_field.hpp"

namespace kvplan::python {{

using Released = py::call_guard<py::gil_scoped_release>;
constexpr auto copied = py::return_value_policy::copy;

void define_{number}(py::module_&);
void define_{number}(py::module_& module) {{
  static_cast<void>(module);
{chr(10).join(defines)}
}}

void functions_{number}(py::module_&);
void functions_{number}(py::module_& module) {{
  static_cast<void>(module);
{chr(10).join(functions)}
}}

}}  // namespace kvplan::python
"""

    def includes(self, headers: list[Header]) -> str:
        """Those of a part alone, and what renders its structs: a part is compiled again when one of them changes."""
        names = {struct.name for header in headers for struct in header.structs}
        needed = {header.path.name for header in headers}
        for header in self.headers:
            for function in header.functions:
                first = function.parameters[0].type if function.parameters else ""
                if function.name.startswith("render_") and first.removeprefix("const ").removesuffix("&") in names:
                    needed.add(header.path.name)
        by_name = {header.path.name: header for header in self.headers}
        reached: list[str] = []
        todo = sorted(needed)
        while todo:  # what is only declared there is defined here
            reached.append(todo.pop())
            header = by_name[reached[-1]]
            defining = [self.structs[name].header for name in header.declared if name in self.structs]
            needed.update(defining)
            todo += [name.removeprefix("kvplan/") for name in header.includes] + defining
            todo = [name for name in todo if name not in reached]
        return "\n".join(f'#include "kvplan/{name}"' for name in sorted(needed))

    def struct(self, struct: Struct, cpp: str, name: str) -> str:
        lines = ["  {", f"    using T = {cpp};"]
        if struct.hides or any(method.is_virtual for method in struct.methods):
            lines.append("    auto type = class_of<T>();")
            lines += self.constructors(struct)
        else:
            lines += self.value(struct, cpp, name)
            lines.append("    auto type = class_of<T>();")
        lines += [line for method in struct.methods for line in self.method(struct, method)]
        lines += self.renderings(struct)
        return "\n".join([*lines, "    static_cast<void>(type);", "  }"])

    def value(self, struct: Struct, cpp: str, name: str) -> list[str]:
        fields, keywords = [], []
        inner = cpp[cpp.find("<") + 1 : -1] if "<" in cpp else ""
        for field in struct.fields:
            if field.is_static or f"{struct.name}::{field.name}" in NO_MEMBER:
                continue
            kind = self.python_type(inner if field.type == "T" else field.type, struct.name)
            access = f"Access<&T::{field.name}>"
            getter = f"UnitField<&T::{field.name}>" if field.type in UNITS else access
            settable = not re.match(r"std::span|const std::span", field.type)
            spelled = python_name(field.name)
            setter = f"&{access}::set" if settable else "nullptr"
            fields.append(
                f"{{{literal(spelled)}, {literal(kind)}, {literal(doc_of(field.doc))}, &{getter}::get, {setter}}}"
            )
            keywords.append(f"{spelled}: {kind} = ...")
        taken = "".join(", " + part for part in ["*", *keywords]) if keywords else ""
        signature = f"__init__(self: {MODULE}.{name}{taken}) -> None"
        return [f"    bind_value<T>({{{', '.join(fields)}}}, {literal(signature)});"]

    def constructors(self, struct: Struct) -> list[str]:
        lines = []
        for made in struct.constructors:
            kinds = [self.outer_type(parameter.type, struct) for parameter in made.parameters]
            if made.is_deleted or any(struct.name + "&" in kind or "detail::" in kind for kind in kinds):
                continue
            lines.append(
                f"    type.def(py::init<{', '.join(kinds)}>(){self.named(made.parameters)}, {literal(doc_of(made.doc))});"
            )
        return lines

    def named(self, parameters: list[Parameter]) -> str:
        parts = []
        for parameter in parameters:
            name = literal(python_name(parameter.name))
            default = parameter.default
            kind = parameter.type.removeprefix("const ").removesuffix("&")
            if default is None:
                parts.append(f"py::arg({name})")
            elif default in ("nullptr", "std::nullopt") or kind.startswith("std::function"):
                parts.append(f"py::arg({name}) = py::none()")
            elif default == "{}":
                shown = literal("[]" if kind in self.aliases else f"{kind}()")
                parts.append(f"py::arg_v({name}, {kind}{{}}, {shown})")
            elif "::" in default:
                parts.append(f"py::arg_v({name}, {default}, {literal(default.replace('::', '.'))})")
            else:
                parts.append(f"py::arg({name}) = {default}")
        return "".join(", " + part for part in parts)

    def method(self, struct: Struct, method: Function) -> list[str]:
        if method.is_deleted or method.is_template or method.name == "~" or method.name.startswith("~"):
            return []
        if method.name == struct.name or f"{struct.name}::{method.name}" in NO_MEMBER:
            return []
        kinds = ", ".join(parameter.type for parameter in method.parameters)
        const = " const" if method.is_const else ""
        returns = self.outer_type(method.returns, struct)
        pointer = f"static_cast<{returns} (T::*)({kinds}){const}>(&T::{method.name})"
        keeps = ", py::keep_alive<0, 1>()" if "Arrival" in method.returns else ""
        return [
            f"    type.def({literal(python_name(method.name))}, {pointer}{self.named(method.parameters)}, copied, "
            f"Released(){keeps}, {literal(doc_of(method.doc))});"
        ]

    def outer_type(self, kind: str, struct: Struct) -> str:
        for name in [*self.structs, *self.enums]:
            if name.startswith(struct.name + "::"):
                short = name.split("::")[-1]
                kind = re.sub(rf"\b{short}\b", name, kind)
        return kind

    def renderings(self, struct: Struct) -> list[str]:
        """render_json(x) is x.to_json() too, render_text(x) is str(x)."""
        lines = []
        for header in self.headers:
            for function in header.functions:
                match = re.fullmatch(r"render_(?:simulation_)?(text|json|markdown|svg|html|csv|picture)", function.name)
                if not match or function.parameters[0].type != f"const {struct.name}&":
                    continue
                more = ", false" if len(function.parameters) > 1 else ""
                if len(function.parameters) > 2 or more and function.parameters[1].name != "colour":
                    continue
                call = f"[](const T& self) {{ return {function.name}(self{more}); }}"
                names = {
                    "text": ["__str__"],
                    "markdown": ["to_markdown", "_repr_markdown_"],
                    "svg": ["to_svg", "_repr_svg_"],
                    "picture": ["_repr_html_"],
                }.get(match[1], [f"to_{match[1]}"])
                about = literal(doc_of(function.doc) or f"{function.name}() of it.")
                lines += [f"    type.def({literal(name)}, {call}, Released(), {about});" for name in names]
                if match[1] == "json":
                    lines.append(
                        "    type.def(\"to_dict\", [](const T& self) { return py::object(py::module_::import(\"json\")"
                        f".attr(\"loads\")({function.name}(self))); }}, \"The document of to_json().\");"
                    )
        return lines

    def function(self, function: Function) -> list[str]:
        if function.is_template or function.name in NO_TWIN:
            return []
        kinds = ", ".join(parameter.type for parameter in function.parameters)
        pointer = f"static_cast<{function.returns} (*)({kinds})>(&kvplan::{function.name})"
        changed = self.changed_list(function)
        names = ", ".join(parameter.name for parameter in function.parameters)
        if owned := re.fullmatch(r"std::unique_ptr<(.*)>", function.returns):
            taken = ", ".join(f"{parameter.type} {parameter.name}" for parameter in function.parameters)
            pointer = f"[]({taken}) {{ return std::shared_ptr<{owned[1]}>(kvplan::{function.name}({names})); }}"
        if changed:
            kind = changed.type.removesuffix("&")
            taken = ", ".join(
                f"{kind if parameter is changed else parameter.type} {parameter.name}" for parameter in function.parameters
            )
            pointer = f"[]({taken}) {{ kvplan::{function.name}({names}); return {changed.name}; }}"
        keeps = ", py::keep_alive<0, 1>()" if "unique_ptr" in function.returns and function.parameters else ""
        name = literal(python_name(function.name))
        about = literal(doc_of(function.doc))
        return [
            f"  module.def({name}, {pointer}{self.named(function.parameters)}, copied, Released(){keeps}, {about});"
        ]

    def changed_list(self, function: Function) -> Optional[Parameter]:
        """A list that the function changes in place: Python gets the changed one back."""
        return next((p for p in function.parameters if re.fullmatch(r"std::vector<.*>&", p.type)), None)


def write(path: pathlib.Path, text: str) -> None:
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def main(folder: str, out: str, count: str) -> None:
    headers = read_headers(pathlib.Path(folder))
    writer = Writer(headers)
    parts = int(count)
    target = pathlib.Path(out)
    target.mkdir(parents=True, exist_ok=True)
    write(target / "lib_enums.hpp", writer.enums_header())
    write(target / "lib_declare.cpp", writer.declarations(parts))
    def weight(header: Header) -> int:
        return len(header.functions) * 2 + sum(len(s.fields) + 2 * len(s.methods) + 5 for s in header.structs)

    total, sofar = sum(map(weight, headers)), 0
    groups: list[list[Header]] = [[] for _ in range(parts)]
    for header in headers:
        groups[min(parts - 1, sofar * parts // total)].append(header)
        sofar += weight(header)
    for number, group in enumerate(groups, 1):
        write(target / f"lib_{number}.cpp", writer.part(number, group))


if __name__ == "__main__":
    main(*sys.argv[1:])
