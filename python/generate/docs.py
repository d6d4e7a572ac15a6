"""Writes the API documentation, both languages side by side, from the comments of the public headers and the docstrings of
the package:

    docs.py HEADERS OUT

makes OUT/index.html, a page for each header (a name in C++ on the left, in Python on the right, its comment below) and, with
pdoc, OUT/python/ for the package kvplan, which must be importable. ./dev docs runs it."""

from __future__ import annotations

import html
import pathlib
import re
import sys
from typing import Any, Iterator, Optional

import pdoc
from bindings import INSTANCES, doc_of, python_name
from headers import Enum, Function, Header, Struct, Variable, read_headers
from reasons import NO_TWIN

from kvplan import lib

STYLE = """
:root { color-scheme: light dark; --edge: #8884; --code: #8881 }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 76rem; margin: 0 auto; padding: 1rem }
code, pre { font: 13px/1.45 ui-monospace, monospace }
pre { background: var(--code); padding: .6rem .8rem; margin: 0; overflow-x: auto; white-space: pre-wrap }
.both { display: grid; grid-template-columns: 1fr 1fr; gap: .6rem }
.both > div > b { font-size: 12px; opacity: .7 }
section { border-top: 1px solid var(--edge); padding: .8rem 0 }
h2 { font-size: 1.05rem; margin: .2rem 0 }
table { border-collapse: collapse; width: 100% } td { vertical-align: top; padding: .15rem .8rem .15rem 0 }
p { max-width: 48rem; white-space: pre-line } nav a { margin-right: 1rem }
@media (max-width: 50rem) { .both { grid-template-columns: 1fr } }
"""


def page(title: str, body: str) -> str:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html.escape(title)}</title><style>{STYLE}</style></head><body>{body}</body></html>\n"
    )


def prose(comment: str) -> str:
    """A comment as paragraphs: lines that were wrapped are joined, lists and indented lines are kept."""
    parts = []
    for paragraph in re.split(r"\n\s*\n", doc_of(comment).strip()):
        joined = re.sub(r"\n(?![\s>])(?!Raises|Returns|Source|\w+  )", " ", paragraph)
        parts.append(f"<p>{html.escape(joined)}</p>")
    return "".join(part for part in parts if part != "<p></p>")


def both(cpp: str, python: str) -> str:
    return (
        f'<div class="both"><div><b>C++</b><pre>{html.escape(cpp)}</pre></div>'
        f"<div><b>Python</b><pre>{html.escape(python)}</pre></div></div>"
    )


def section(name: str, cpp: str, python: str, comment: str, more: str = "") -> str:
    anchor = html.escape(name.replace("::", ""))
    return f'<section id="{anchor}"><h2>{html.escape(name)}</h2>{both(cpp, python)}{prose(comment)}{more}</section>'


def shortened(signature: str) -> str:
    return signature.replace("kvplan._core.lib.", "")


def signatures(twin: Any) -> list[str]:
    """The first lines of pybind11's docstring: one a signature."""
    doc = twin.__doc__ or ""
    lines = re.findall(rf"^(?:\d+\. )?({re.escape(twin.__name__)}\(.*)$", doc, re.MULTILINE)
    return [shortened(line) for line in lines if "*args, **kwargs" not in line]


def cpp_signature(function: Function) -> str:
    taken = ", ".join(
        f"{p.type} {p.name}" + (f" = {p.default}" if p.default else "") for p in function.parameters
    )
    return f"{function.returns} {function.name}({taken});"


def rows(pairs: list[tuple[str, str, str]]) -> str:
    cells = "".join(
        f"<tr><td><code>{html.escape(name)}</code></td><td><code>{html.escape(kind)}</code></td>"
        f"<td>{html.escape(' '.join(doc_of(comment).split()))}</td></tr>"
        for name, kind, comment in pairs
    )
    return f"<table>{cells}</table>" if cells else ""


def field_type(twin: Any, field: str) -> str:
    getter = getattr(getattr(twin, python_name(field), None), "fget", None)
    match = re.match(r"\(self: .*?\) -> (.*)", getter.__doc__ or "") if getter else None
    return shortened(match[1]) if match else ""


def struct_section(struct: Struct) -> str:
    twin = getattr(lib, python_name(struct.name), None)
    kinds = [name for cpp, name in INSTANCES.items() if cpp.startswith(struct.name + "<")]
    cpp = "\n".join(
        [f"struct {struct.name}"]
        + [f"  {f.type} {f.name}" + (f" = {f.default}" if f.default else "") for f in struct.fields]
        + ["  " + cpp_signature(m)[:-1] + (" const" if m.is_const else "") for m in struct.methods]
    )
    if twin is None:
        python = ", ".join(kinds) or NO_TWIN.get(struct.name, "")
    else:
        names = [python_name(f.name) for f in struct.fields if hasattr(twin, python_name(f.name))]
        made = f"lib.{twin.__name__}({', '.join(f'{name}=…' for name in names)})" if names else f"lib.{twin.__name__}"
        methods = [signature for m in struct.methods for signature in methods_of(twin, m)]
        python = "\n".join([made, *methods])
    fields = [(f.name, field_type(twin, f.name) or f.type, f.doc) for f in struct.fields]
    notes = "".join(f"<p><code>{html.escape(m.name)}()</code>: {html.escape(doc_of(m.doc))}</p>" for m in struct.methods if m.doc)
    return section(struct.name, cpp, python, struct.doc, rows(fields) + notes)


def methods_of(twin: Any, method: Function) -> Iterator[str]:
    bound = getattr(twin, python_name(method.name), None)
    if bound is not None:
        yield from ("  ." + signature for signature in signatures(bound)[:1])


def enum_section(enum: Enum) -> str:
    twin = getattr(lib, python_name(enum.name), None)
    python = NO_TWIN.get(enum.name, "") if twin is None else "\n".join(f"lib.{member!r} == {str(member)!r}" for member in twin)
    cpp = f"enum class {enum.name} {{ {', '.join(name for name, _ in enum.values)} }};"
    return section(enum.name, cpp, python, enum.doc, rows([(n, "", comment) for n, comment in enum.values if comment]))


def function_sections(header: Header) -> Iterator[str]:
    for name in dict.fromkeys(function.name for function in header.functions):
        overloads = [function for function in header.functions if function.name == name]
        twin = getattr(lib, python_name(name), None)
        said = NO_TWIN.get(name, "") if twin is None else "\n".join(signatures(twin))
        comment = "\n\n".join(function.doc for function in overloads if function.doc)
        yield section(name, "\n".join(map(cpp_signature, overloads)), said, comment)


def variable_section(variable: Variable) -> str:
    python = f"lib.{variable.name} = {getattr(lib, variable.name)!r}"
    return section(variable.name, f"{variable.type} {variable.name}", python, variable.doc)


def header_page(header: Header) -> str:
    parts = [f'<nav><a href="index.html">All headers</a><a href="python/kvplan.html">Python</a></nav><h1>{header.path.name}</h1>']
    parts.append(prose(header.about))
    parts += [section(a.name, f"using {a.name} = {a.type};", alias_in_python(a.name), a.doc) for a in header.aliases]
    parts += map(enum_section, header.enums)
    parts += map(struct_section, header.structs)
    parts += map(variable_section, header.variables)
    parts += function_sections(header)
    return page(f"kvplan: {header.path.name}", "".join(parts))


def alias_in_python(name: str) -> str:
    return f"lib.{name}" if hasattr(lib, name) else NO_TWIN.get(name, "")


def index(headers: list[Header]) -> str:
    body = (
        "<h1>kvplan, C++ and Python</h1><p>What people call in Python is <a href='python/kvplan.html'>the package kvplan</a>: "
        "plan(), fit(), sweep(), simulate() and the rest. Below is the library, header by header, in the order of the "
        "pipeline; each name is kvplan::name in C++ and kvplan.lib.name in Python.</p>"
    )
    for header in headers:
        if not header.names():
            continue
        link = header.path.stem + ".html"
        names = ", ".join(f'<a href="{link}#{n.replace("::", "")}">{html.escape(n)}</a>' for n in header.names())
        about = html.escape(" ".join(header.about.split()))
        body += f'<section><h2><a href="{link}">{header.path.name}</a></h2><p>{about}</p><p><code>{names}</code></p></section>'
    return page("kvplan: C++ and Python", body)


def main(folder: str, out: str, only: Optional[str] = None) -> None:
    headers = read_headers(pathlib.Path(folder))
    target = pathlib.Path(out)
    target.mkdir(parents=True, exist_ok=True)
    (target / "index.html").write_text(index(headers), encoding="utf-8")
    for header in headers:
        if header.names():
            (target / f"{header.path.stem}.html").write_text(header_page(header), encoding="utf-8")
    if only != "headers":
        pdoc.render.configure(docformat="restructuredtext", show_source=False)
        pdoc.pdoc("kvplan", "!kvplan._core", output_directory=target / "python")


if __name__ == "__main__":
    main(*sys.argv[1:])
