"""Reads the public headers: names, types, parameters and /// comments. They are laid out by clang-format and hold
declarations in the house style alone, so that a small reader is enough; what it cannot read it refuses."""

from __future__ import annotations

import dataclasses
import pathlib
import re
from typing import Optional

TOKEN = re.compile(
    r"""(?P<space>\s+)|(?P<after>///<[^\n]*)|(?P<doc>///[^\n]*)|(?P<comment>//[^\n]*|/\*.*?\*/)
    |(?P<line>\#(?:[^\n\\]|\\\n)*)|(?P<text>"(?:[^"\\]|\\.)*"(?:_\w+)?|'(?:[^'\\]|\\.)*')
    |(?P<number>\d[\w.']*)|(?P<word>[A-Za-z_]\w*)|(?P<sign>::|->|<=>|==|!=|&&|\|\||\+\+|--|\+=|-=|<<|\[\[|\]\]|.)""",
    re.VERBOSE | re.DOTALL,
)


@dataclasses.dataclass
class Token:
    kind: str
    text: str
    doc: str = ""  # the comment before it
    after: str = ""  # the ///< behind it
    file_line: int = 0


@dataclasses.dataclass
class Parameter:
    type: str
    name: str
    default: Optional[str] = None


@dataclasses.dataclass
class Function:
    name: str
    returns: str
    parameters: list[Parameter]
    doc: str
    is_const: bool = False
    is_static: bool = False
    is_virtual: bool = False
    is_pure: bool = False
    is_deleted: bool = False
    is_template: bool = False
    is_friend: bool = False


@dataclasses.dataclass
class Variable:
    name: str
    type: str
    doc: str
    is_static: bool = False
    default: Optional[str] = None


@dataclasses.dataclass
class Enum:
    name: str
    values: list[tuple[str, str]]  # name, comment
    doc: str
    header: str = ""


@dataclasses.dataclass
class Struct:
    name: str  # Outer::Inner for one inside another
    doc: str
    bases: list[str] = dataclasses.field(default_factory=list)
    fields: list[Variable] = dataclasses.field(default_factory=list)
    methods: list[Function] = dataclasses.field(default_factory=list)
    constructors: list[Function] = dataclasses.field(default_factory=list)
    compares: bool = False
    is_template: bool = False
    hides: bool = False  # it has private members
    header: str = ""


@dataclasses.dataclass
class Alias:
    name: str
    type: str
    doc: str
    header: str = ""


@dataclasses.dataclass
class Header:
    path: pathlib.Path
    about: str  # the comment that opens the file
    includes: list[str]
    structs: list[Struct] = dataclasses.field(default_factory=list)
    enums: list[Enum] = dataclasses.field(default_factory=list)
    functions: list[Function] = dataclasses.field(default_factory=list)
    variables: list[Variable] = dataclasses.field(default_factory=list)
    aliases: list[Alias] = dataclasses.field(default_factory=list)
    declared: list[str] = dataclasses.field(default_factory=list)  # structs that another header defines

    def names(self) -> list[str]:
        """Every public name of the header, once."""
        every = [*self.structs, *self.enums, *self.functions, *self.variables, *self.aliases]
        return list(dict.fromkeys(item.name for item in every))


def tokens_of(text: str) -> list[Token]:
    tokens: list[Token] = []
    doc: list[str] = []
    line = 1
    for match in TOKEN.finditer(text):
        kind = match.lastgroup or ""
        value = match.group()
        if kind == "after" and tokens:
            tokens[-1].after = (tokens[-1].after + " " + value[4:].strip()).strip()
        elif kind == "doc":
            doc.append(value[3:].removeprefix(" "))
            # A second line of a ///< comment is written as ///< again or as /// under it; the style has the first.
        elif kind in ("text", "number", "word", "sign"):
            tokens.append(Token(kind, value, "\n".join(doc), "", line))
            doc = []
        line += value.count("\n")
    return tokens


def spelled(tokens: list[Token]) -> str:
    """Tokens as clang-format writes a type: `const std::vector<int>&`."""
    text = ""
    for token in tokens:
        glued = token.kind == "sign" and token.text not in ("&&", "=") or token.text in ("]]",)
        if text and not glued and (text[-1].isalnum() or text[-1] in "_&*>,") and token.kind != "sign":
            text += " "
        text += token.text
    return text.replace(",", ", ").replace(",  ", ", ")


class Reader:
    def __init__(self, path: pathlib.Path) -> None:
        text = path.read_text(encoding="utf-8")
        self.path = path
        self.tokens = tokens_of(text)
        self.at = 0
        about = []
        for line in text.splitlines():
            if not line.startswith("//"):
                break
            about.append(line[2:].removeprefix(" "))
        self.header = Header(path, "\n".join(about), re.findall(r'#include "(kvplan/\w+\.hpp)"', text))

    def fail(self, why: str) -> "RuntimeError":
        token = self.tokens[min(self.at, len(self.tokens) - 1)]
        return RuntimeError(f"{self.path}:{token.file_line}: {why} at {token.text!r}")

    def peek(self, offset: int = 0) -> str:
        return self.tokens[self.at + offset].text if self.at + offset < len(self.tokens) else ""

    def take(self) -> Token:
        self.at += 1
        return self.tokens[self.at - 1]

    def balanced(self, opens: str, closes: str) -> list[Token]:
        """From an opening sign to its closing one, both left out."""
        depth, start = 0, self.at
        while True:
            text = self.take().text
            depth += (text == opens) - (text == closes)
            if depth == 0:
                return self.tokens[start + 1 : self.at - 1]

    def attributes(self) -> None:
        while self.peek() == "[[":
            while self.take().text != "]]":
                pass

    def read(self) -> Header:
        while self.at < len(self.tokens):
            self.namespace_member()
        return self.header

    def namespace_member(self) -> None:
        word = self.peek()
        doc = self.tokens[self.at].doc
        if word == "namespace" or word == "inline" and self.peek(1) == "namespace":
            while self.peek() != "{":
                word = self.take().text
            if word in ("detail", "literals"):
                self.balanced("{", "}")
            else:
                self.take()
        elif word in ("}", ";"):
            self.take()
        else:
            is_template = word == "template"
            if is_template:
                self.take()
                self.balanced("<", ">")
                word = self.peek()
            if word in ("struct", "class"):
                self.struct(self.header.structs, "", doc, is_template)
            elif word == "enum":
                self.header.enums.append(self.enum(doc, ""))
            elif word == "using":
                self.header.aliases.append(self.alias(doc))
            else:
                self.declaration(doc, is_template, self.header.functions, self.header.variables)

    def alias(self, doc: str) -> Alias:
        self.take()
        name = self.take().text
        self.take()
        start = self.at
        while self.peek() != ";":
            self.take()
        alias = Alias(name, spelled(self.tokens[start : self.at]), doc or self.tokens[self.at].after)
        self.take()
        return alias

    def enum(self, doc: str, outer: str) -> Enum:
        self.take()
        self.take()  # class
        name = outer + self.take().text
        while self.peek() != "{":
            self.take()
        body = self.balanced("{", "}")
        values: list[tuple[str, str]] = []
        for index, token in enumerate(body):
            before = body[index - 1].text if index else ","
            if token.kind == "word" and before == ",":
                comment = token.doc or token.after
                for later in body[index + 1 :]:
                    comment = comment or later.after
                    if later.text == ",":
                        break
                values.append((token.text, comment))
        self.take()
        return Enum(name, values, doc)

    def struct(self, found: list[Struct], outer: str, doc: str, is_template: bool) -> None:
        is_class = self.take().text == "class"
        name = outer + self.take().text
        if self.peek() == ";":
            self.header.declared.append(name)
            self.take()
            return
        result = Struct(name, doc, is_template=is_template)
        while self.peek() != "{":
            word = self.take().text
            if word not in (":", ",", "public", "final", "std", "::"):
                result.bases.append(word)
        end_of = self.at
        body_length = len(self.balanced("{", "}"))
        self.at = end_of + 1
        end = end_of + 1 + body_length
        public = not is_class
        place = len(found)
        while self.at < end:
            word = self.peek()
            if word in ("public", "private", "protected") and self.peek(1) == ":":
                public = word == "public"
                self.at += 2
            elif not public:
                result.hides = True
                self.skip_member()
            else:
                self.member(result, found, name)
        self.at = end + 1
        if self.peek() == ";":
            self.take()
        found.insert(place, result)

    def skip_member(self) -> None:
        while self.peek() not in (";", "{"):
            self.take()
        if self.peek() == "{":
            self.balanced("{", "}")
            if self.peek() == ";":
                self.take()
        else:
            self.take()

    def member(self, result: Struct, found: list[Struct], name: str) -> None:
        word, doc = self.peek(), self.tokens[self.at].doc
        short = name.split("::")[-1]
        if word == ";":
            self.take()
        elif word == "friend":
            start = self.at
            self.skip_member()
            if "==" in [token.text for token in self.tokens[start : self.at]]:
                result.compares = True
            elif "<=>" in [token.text for token in self.tokens[start : self.at]]:
                result.compares = True
        elif word in ("struct", "class"):
            self.struct(found, name + "::", doc, False)
        elif word == "enum":
            self.header.enums.append(self.enum(doc, name + "::"))
        elif word == "using":
            self.alias(doc)
        elif word == "template":
            self.take()
            self.balanced("<", ">")
            self.skip_member()
        elif word == "~":
            self.skip_member()
        else:
            at = self.at
            while self.peek() in ("explicit", "constexpr", "[["):
                self.attributes() if self.peek() == "[[" else self.take()
            if self.peek() == short and self.peek(1) == "(":
                self.take()
                parameters = parameters_of(self.balanced("(", ")"))
                start = self.at
                self.rest_of_function()
                words = [token.text for token in self.tokens[start : self.at]]
                made = Function(short, "", parameters, doc, is_deleted="delete" in words)
                result.constructors.append(made)
            else:
                self.at = at
                self.declaration(doc, False, result.methods, result.fields)

    def rest_of_function(self) -> None:
        """Past the body, the initializers or `= default;` of a function."""
        while self.peek() not in (";", "{"):
            if self.peek() == ":":  # initializers: name(value) or name{value}, …
                self.take()
                while True:
                    while self.peek() not in ("(", "{"):
                        self.take()
                    self.balanced(self.peek(), {"(": ")", "{": "}"}[self.peek()])
                    if self.peek() != ",":
                        break
                    self.take()
            else:
                self.take()
        if self.peek() == "{":
            self.balanced("{", "}")
        else:
            self.take()

    def declaration(
        self, doc: str, is_template: bool, functions: list[Function], variables: list[Variable]
    ) -> None:
        words: set[str] = set()
        while self.peek() in ("static", "constexpr", "inline", "consteval", "virtual", "mutable", "[[", "extern"):
            if self.peek() == "[[":
                doc = doc or self.tokens[self.at].doc
                self.attributes()
            else:
                words.add(self.take().text)
        start, depth = self.at, 0
        while True:
            text = self.peek()
            depth += (text == "<") - (text == ">")
            if text == "operator":
                self.skip_member()
                return
            if depth == 0 and text in ("(", ";", "=", "{", ","):
                break
            self.take()
        head = self.tokens[start : self.at]
        if self.peek() == "(" and self.peek(1) == "*":  # a pointer to a function
            name = self.peek(2)
            self.skip_member()
            variables.append(Variable(name, "a pointer to a function", doc or self.tokens[self.at - 1].after))
            return
        if self.peek() == "(":
            parameters = parameters_of(self.balanced("(", ")"))
            rest = self.at
            self.rest_of_function()
            tail = [token.text for token in self.tokens[rest : self.at]]
            function = Function(
                head[-1].text,
                spelled(head[:-1]),
                parameters,
                doc or self.tokens[self.at - 1].after,
                is_const="const" in tail[: tail.index("{")] if "{" in tail else "const" in tail,
                is_static="static" in words,
                is_virtual="virtual" in words,
                is_pure=tail[-3:] == ["=", "0", ";"],
                is_deleted="delete" in tail,
                is_template=is_template,
            )
            functions.append(function)
            return
        kind = spelled(head[:-1])
        name = head[-1].text
        made: list[Variable] = []
        while True:  # one or several declarators
            comment = doc
            begin = self.at
            depth = 0
            while True:
                text = self.peek()
                depth += (text in "({<") - (text in ")}>") if len(text) == 1 else 0
                if depth == 0 and text in (",", ";"):
                    break
                self.take()
            value = self.tokens[begin : self.at]
            default = spelled(value[1:]) if value and value[0].text == "=" else spelled(value) or None
            for token in [*self.tokens[begin - 1 : self.at + 1]]:
                comment = comment or token.after
            made.append(Variable(name, kind, comment, is_static="static" in words, default=default))
            if self.take().text == ";":
                for variable in made:
                    variable.doc = variable.doc or comment  # one comment for all
                variables += made
                return
            name = self.take().text


def parameters_of(tokens: list[Token]) -> list[Parameter]:
    parameters: list[Parameter] = []
    part: list[Token] = []
    depth = 0
    for token in [*tokens, Token("sign", ",")]:
        if token.text == "," and depth == 0:
            if part:
                parameters.append(parameter_of(part))
            part = []
            continue
        depth += (token.text in ("(", "{", "<")) - (token.text in (")", "}", ">"))
        part.append(token)
    return parameters


def parameter_of(tokens: list[Token]) -> Parameter:
    texts = [token.text for token in tokens]
    default = None
    if "=" in texts:
        default = spelled(tokens[texts.index("=") + 1 :])
        tokens = tokens[: texts.index("=")]
    if len(tokens) > 1 and tokens[-1].kind == "word" and tokens[-2].text != "::" and tokens[-1].text != "const":
        return Parameter(spelled(tokens[:-1]), tokens[-1].text, default)
    return Parameter(spelled(tokens), "", default)


def read_headers(folder: pathlib.Path) -> list[Header]:
    """Every public header of lib/include/kvplan, in an order in which each comes after those that it includes."""
    headers = {f"kvplan/{path.name}": Reader(path).read() for path in sorted(folder.glob("*.hpp"))}
    ordered: list[Header] = []

    def add(name: str) -> None:
        header = headers[name]
        if header in ordered:
            return
        for included in header.includes:
            add(included)
        ordered.append(header)

    for name in headers:
        add(name)
    for header in ordered:
        for item in [*header.structs, *header.enums, *header.aliases]:
            item.header = header.path.name
    return ordered
