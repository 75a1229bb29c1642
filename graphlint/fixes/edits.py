"""Edits for one kind of change each; comments and formatting stay.

Each function returns None if the text does not permit the change: two statements on one line, a string over several lines. A proposal with
a None is dropped (`Fix.of`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import TypeAlias

from graphlint.rule.code import Code, Placed
from graphlint.source.text_edits import Edit

Edits: TypeAlias = "tuple[Edit, ...] | None"

ATOMS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.List, ast.Dict, ast.Set, ast.ListComp)
COMMA_AFTER = re.compile(r"[\s\\]*,[ \t]*")
COMMA_BEFORE = re.compile(r",[\s\\]*\Z")


def replaced(code: Code, node: Placed, text: str) -> Edits:
    """Replace a node."""
    return (Edit(code.start(node), code.end(node), text),)


def called(code: Code, node: ast.expr, method: str) -> Edits:
    """Call a method on an expression, with parentheses if needed."""
    if isinstance(node, (ast.Starred, ast.GeneratorExp, ast.NamedExpr)):
        return None
    start, end = code.start(node), code.end(node)
    if isinstance(node, ATOMS) or (isinstance(node, ast.Tuple) and code.text[start] == "("):
        return (Edit(end, end, method),)
    return (Edit(start, start, "("), Edit(end, end, ")" + method))


def uncalled(code: Code, call: ast.Call) -> Edits:
    """Replace `x.method()` by `x`."""
    if not isinstance(call.func, ast.Attribute):
        return None
    return (Edit(_after_parentheses(code, call.func.value), code.end(call), ""),)


def item_read(code: Code, index: ast.Subscript) -> Edits:
    """Replace `x.data[0]` or `x[0]` by `x.item()`."""
    data = index.value
    owner = data.value if isinstance(data, ast.Attribute) and data.attr == "data" else data
    start, end = _after_parentheses(code, owner), code.end(index)
    # In f-strings, Python 3.11 and older give wrong positions of nodes.
    plain = re.fullmatch(r"([\s\\]*\.\s*data)?\s*\[\s*0\s*\]", code.text[start:end])
    return (Edit(start, end, ".item()"),) if plain else None


def argument_added(code: Code, call: ast.Call, text: str) -> Edits:
    """Append an argument to a call."""
    close = code.end(call) - 1
    given: list[Placed] = [*call.args, *call.keywords]
    if not given:
        return (Edit(close, close, text),)
    if any(isinstance(each, ast.GeneratorExp) for each in call.args) and len(given) == 1:
        return None
    last = max(given, key=code.end)
    end = _after_parentheses(code, last)
    return (Edit(end, end, f", {text}"),)


def argument_removed(code: Code, call: ast.Call, name: str) -> Edits:
    """Remove a keyword argument of a call, with its comma."""
    wanted = next((each for each in call.keywords if each.arg == name), None)
    if wanted is None:
        return None
    start, end = code.start(wanted), _after_parentheses(code, wanted)
    after = COMMA_AFTER.match(code.text, end)
    before = COMMA_BEFORE.search(code.text, 0, start)
    given: list[Placed] = [*call.args, *call.keywords]
    others = [each for each in given if each is not wanted]
    if others and all(code.end(each) < start for each in others) and before:
        return (Edit(before.start(), end, ""),)
    return (Edit(start, after.end() if after else end, ""),)


def keyword_renamed(code: Code, call: ast.Call, old: str, new: str) -> Edits:
    """Rename a keyword argument of a call."""
    wanted = next((each for each in call.keywords if each.arg == old), None)
    if wanted is None:
        return None
    start = code.start(wanted)
    return (Edit(start, start + len(old), new),)


def key_renamed(code: Code, old: str, new: str) -> Edits:
    """Rename a key of a dict: the only string of the file with the old name, or a keyword of a call of dict."""
    found: list[int] = []
    for node in ast.walk(code.tree):
        if isinstance(node, ast.Constant) and node.value == old:
            found.append(code.text.find(old, code.start(node), code.end(node)))
        elif isinstance(node, ast.keyword) and node.arg == old:
            found.append(code.start(node))
    return (Edit(found[0], found[0] + len(old), new),) if len(found) == 1 and found[0] >= 0 else None


def inserted_before(code: Code, statement: ast.stmt, *lines: str) -> Edits:
    """Insert statements of one line each before a statement."""
    start = code.start(statement)
    if not code.begins_line(statement):
        return (Edit(start, start, "".join(f"{line}; " for line in lines)),) if _share_line(statement, lines) else None
    indent = code.indent(statement)
    return (Edit(start, start, "".join(f"{line}{code.newline}{indent}" for line in lines)),)


def inserted_after(code: Code, statement: ast.stmt, *lines: str) -> Edits:
    """Insert statements of one line each after a statement."""
    end = code.end(statement)
    first = code.block_of(statement)[0]
    if not code.begins_line(first) or not code.begins_line(statement) or not code.ends_line(statement):
        return (Edit(end, end, "".join(f"; {line}" for line in lines)),) if _share_line(statement, lines) else None
    line_end = code.line_end(end)
    return (Edit(line_end, line_end, "".join(f"{code.newline}{code.indent(statement)}{line}" for line in lines)),)


def removed(code: Code, statement: ast.stmt) -> Edits:
    """Remove a statement with its comment; leave `pass` in an empty block."""
    start, end = code.start(statement), code.end(statement)
    if len(code.block_of(statement)) == 1:
        return (Edit(start, end, "pass"),)
    if code.begins_line(statement) and code.ends_line(statement):
        return (Edit(code.line_start(start), code.next_line(end), ""),)
    separator = re.compile(r"[ \t]*;[ \t]*").match(code.text, end)
    if separator and not code.text[separator.end() : code.line_end(end)].strip():
        separator = None
    if separator:
        return (Edit(start, separator.end(), ""),)
    before = re.compile(r";[ \t]*\Z").search(code.text, 0, start)
    return (Edit(before.start(), end, ""),) if before else None


def moved_before(code: Code, statements: Sequence[ast.stmt], target: ast.stmt) -> Edits:
    """Move consecutive statements before another one, with the comments on their lines."""
    if not code.begins_line(target):
        return None
    place = code.line_start(code.start(target))
    return _moved(code, statements, place, code.indent(target), "", code.newline)


def moved_after(code: Code, statements: Sequence[ast.stmt], target: ast.stmt) -> Edits:
    """Move consecutive statements after another one, with the comments on their lines."""
    if not code.begins_line(target) or not code.ends_line(target):
        return None
    place = code.line_end(code.end(target))
    return _moved(code, statements, place, code.indent(target), code.newline, "")


_COMPOUND = (
    ast.For, ast.AsyncFor, ast.While, ast.If, ast.With, ast.AsyncWith, ast.Try, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef,
    ast.Match,
)  # fmt: skip


def _share_line(statement: ast.stmt, lines: Sequence[str]) -> bool:
    """Return True if statements can share a line with another: none of them is or contains a block."""
    return not isinstance(statement, _COMPOUND) and not any(line[:1].isspace() or line.endswith(":") for line in lines)


def _moved(code: Code, statements: Sequence[ast.stmt], place: int, indent: str, before: str, after: str) -> Edits:
    """Move the lines of statements to another place, with another indentation."""
    first, last = statements[0], statements[-1]
    if not code.begins_line(first) or not code.ends_line(last) or len(code.block_of(first)) == len(statements):
        return None
    start, end = code.line_start(code.start(first)), code.line_end(code.end(last))
    old = code.indent(first)
    shifted: list[str] = []
    number = code.line_number(start)
    for line in re.split(r"\r\n|\r|\n", code.text[start:end]):
        if number in code.inside_strings or not line.strip():
            shifted.append(line)
        elif line.startswith(old):
            shifted.append(indent + line[len(old) :])
        else:
            return None
        number += 1
    text = code.newline.join(shifted)
    return tuple(sorted((Edit(start, code.next_line(end), ""), Edit(place, place, before + text + after))))


def _after_parentheses(code: Code, node: Placed) -> int:
    """Return the end of a node with its surrounding parentheses."""
    start, end = code.start(node), code.end(node)
    while True:
        before = re.compile(r"\([\s\\]*\Z").search(code.text, 0, start)
        after = re.compile(r"[\s\\]*\)").match(code.text, end)
        if not before or not after or _opens_call(code, before.start()):
            return end
        start, end = before.start(), after.end()


def _opens_call(code: Code, offset: int) -> bool:
    """Return True if a parenthesis opens the arguments of a call: a callable expression precedes it."""
    before = code.text[:offset].rstrip(" \t\\")
    word = re.search(r"\w+\Z", before)
    if word and word.group() in ("return", "in", "and", "or", "not", "if", "else", "yield", "await", "lambda", "is", "assert", "del"):
        return False
    return bool(re.search(r"[\w)\]]\Z", before))
