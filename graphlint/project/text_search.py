"""What a file's bytes say of other files, found by searching and without a parse: what it imports, and what it calls under which name."""

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
    """One import: `names` are the members it brings, each with the name it gets here, none for a plain `import`."""

    module: str
    level: int
    names: tuple[tuple[str, str], ...]


def imports(data: bytes) -> list[Imported]:
    """The imports of a file, also those in functions.

    Args:
        data: the file's bytes.
    """
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
    """The functions and classes that a file defines at its top level.

    Args:
        data: the file's bytes.
    """
    return frozenset(name.decode("ascii", "ignore") for name in _DEFINITION.findall(data))


def switches_grad_mode(data: bytes) -> bool:
    """Whether a file mentions what switches grad mode off.

    Args:
        data: the file's bytes.
    """
    return any(word in data for word in SWITCHES)


def calls(data: bytes, name: str) -> bool:
    """Whether a file calls something of this name.

    Args:
        data: the file's bytes.
        name: the last part of the name.
    """
    word = name.encode()
    if word not in data:
        return False
    return re.search(rb"(?<![\w])(?<!def )" + re.escape(word) + rb"[ \t]*\(", data) is not None


def calls_without_grad(data: bytes, name: str) -> bool:
    """Whether a file calls a method of this name inside of what switches grad mode off: a block around the call, or a decorator.

    Args:
        data: the file's bytes.
        name: the method.
    """
    word = b"." + name.encode()
    if word not in data:
        return False
    called = re.compile(re.escape(word) + rb"[ \t]*\(")
    lines = data.split(b"\n")
    return any(called.search(line) and _switched_off(lines, number) for number, line in enumerate(lines))


def _switched_off(lines: list[bytes], number: int) -> bool:
    """Whether a line stands in a block, or a decorated function, that mentions what switches grad mode off."""
    depth, defined = _depth(lines[number]), False
    for line in reversed(lines[:number]):
        here, words = _depth(line), line.lstrip()
        decorates = defined and here == depth and words.startswith(b"@")
        if not words or (here >= depth and not decorates):
            continue
        if words.startswith((b"with ", b"@")) and any(word in line for word in SWITCHES):
            return True
        depth, defined = here, decorates or words.startswith((b"def ", b"async def ", b"class "))
    return False


def _depth(line: bytes) -> int:
    return len(line) - len(line.lstrip())


def calls_while_switching(data: bytes) -> frozenset[str]:
    """The names that a file calls if it mentions what switches grad mode off; else none.

    Args:
        data: the file's bytes.
    """
    if not switches_grad_mode(data):
        return frozenset()
    return frozenset(name.decode("utf-8", "replace") for name in _CALL.findall(data))
