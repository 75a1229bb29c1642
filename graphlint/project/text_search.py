"""Searches of a file's bytes, without a parse: its imports and the names that it calls."""

from __future__ import annotations

import re
from typing import NamedTuple

_IMPORT = re.compile(
    rb"^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]*(\([^)]*\)|[^\n#;]*)|import[ \t]+([^\n#;]+))",
    re.MULTILINE,
)
_DEFINITION = re.compile(rb"^(?:class|(?:async[ \t]+)?def)[ \t]+(\w+)", re.MULTILINE)
_COMMENT = re.compile(rb"#[^\n]*")
_CALL = re.compile(rb"(?<!\w)(?<!def )(\w+)[ \t]*\(")
SWITCHES = (b"no_grad", b"inference_mode", b"set_grad_enabled")


class Imported(NamedTuple):
    """An import. `names` are the imported members with their local names; empty for a plain `import`."""

    module: str
    level: int
    names: tuple[tuple[str, str], ...]


def imports(data: bytes) -> list[Imported]:
    """Return the imports of a file, including those in functions."""
    found: list[Imported] = []
    for match in _IMPORT.finditer(data):
        origin, members, plain = match.groups()
        if plain is not None:
            for item in plain.split(b","):
                word = item.split()[:1]
                if word and re.fullmatch(rb"[\w.]+", word[0]):
                    found.append(Imported(word[0].decode("ascii", "ignore"), 0, ()))
            continue
        module = origin.decode("ascii", "ignore")
        name = module.lstrip(".")
        listed = [item.split() for item in _COMMENT.sub(b"", members).strip(b"() \t\r\n").split(b",")]
        names = tuple((item[0].decode("ascii", "ignore"), item[-1].decode("ascii", "ignore")) for item in listed if item)
        found.append(Imported(name, len(module) - len(name), names))
    return found


def definitions(data: bytes) -> frozenset[str]:
    """Return the functions and classes at the top level of a file."""
    return frozenset(name.decode("ascii", "ignore") for name in _DEFINITION.findall(data))


def switches_grad_mode(data: bytes) -> bool:
    """Return True if a file mentions a grad mode switch."""
    return any(word in data for word in SWITCHES)


def calls(data: bytes, name: str) -> bool:
    """Return True if a file calls something of this name."""
    word = name.encode()
    if word not in data:
        return False
    return re.search(rb"(?<![\w])(?<!def )" + re.escape(word) + rb"[ \t]*\(", data) is not None


def calls_without_grad(data: bytes, name: str) -> bool:
    """Return True if a file calls a method of this name in a block or decorated function that mentions a grad mode switch."""
    word = b"." + name.encode()
    if word not in data:
        return False
    called = re.compile(re.escape(word) + rb"[ \t]*\(")
    lines = data.split(b"\n")
    return any(called.search(line) and _is_grad_disabled(lines, number) for number, line in enumerate(lines))


def _is_grad_disabled(lines: list[bytes], number: int) -> bool:
    """Return True if a line is in a block, or a decorated function, that mentions a grad mode switch."""
    depth, defined = _indentation(lines[number]), False
    for line in reversed(lines[:number]):
        here, words = _indentation(line), line.lstrip()
        decorates = defined and here == depth and words.startswith(b"@")
        if not words or (here >= depth and not decorates):
            continue
        if words.startswith((b"with ", b"@")) and any(word in line for word in SWITCHES):
            return True
        depth, defined = here, decorates or words.startswith((b"def ", b"async def ", b"class "))
    return False


def _indentation(line: bytes) -> int:
    return len(line) - len(line.lstrip())


def calls_if_switching_grad_mode(data: bytes) -> frozenset[str]:
    """Return the names that a file calls if it mentions a grad mode switch; otherwise none."""
    if not switches_grad_mode(data):
        return frozenset()
    return frozenset(name.decode("utf-8", "replace") for name in _CALL.findall(data))
