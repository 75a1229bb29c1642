"""Mutations of bytes: odd characters, encodings and line ends, truncated files, nesting beyond every limit."""

from __future__ import annotations

import random

ODD = (
    b"\0", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf", b"\xff", b"\xed\xa0\x80", b"\xc3", b"\r", b"\r\n", b"\x0c", b"\t", b"\x1a",
    b"\x1b[31m", b"\x7f", "\x85".encode(), "\u2028".encode(), "\u202e".encode(), "\u00a0".encode(), "\u0301".encode() * 30,
    "\U0001f525".encode(), "\u212a\u017f".encode(), b"\\\n", b"\\", b"'''", b'"""', b"'", b"f'{", b"f'{" * 20, b"{" * 50, b"(" * 60,
    b")" * 60, b"[" * 60, b";" * 20, b"-" * 400, b"not " * 300, b"9" * 5000, b"1" + b"**9" * 30, b"x" * 3000, b"# type: ignore\n",
    b"#!/usr/bin/python\n", b"# noqa\n", b"# noqa: GL101\n", b"# noqa: " + b"GL101," * 50, b"# graphlint: ignore[" + b"a-" * 400,
    b"# graphlint: ignore-file[GL101]\n", b"# fmt: off\n",
)  # fmt: skip
COOKIES = (
    "latin-1",
    "utf-8",
    "utf-8-sig",
    "ascii",
    "cp1252",
    "utf-16",
    "utf-7",
    "shift_jis",
    "hex",
    "idna",
    "unknown",
    "utf_8_",
    "rot13",
    "big5",
)
LINE_ENDS = (b"\r\n", b"\r", b"\n\n", b" \\\n", b"\x0c\n", b"\n\r")
NESTS = (
    ("(", ")"), ("[", "]"), ("{", "}"), ("torch.relu(", ")"), ("lambda: ", ""), ("not ", ""), ("-", ""), ("await ", ""), ("*", ""),
    ("x if x else ", ""), ("f(lambda x: ", ")"), ("[x for x in ", "]"), ("(y := ", ")"), ("x[", "]"), ("", ".detach()"), ("", ".a"),
    ("", "[0]"), ("", "()"), ("", " + x"), ("", " if x else y"), ("", " and x"), ("", " < x"), ("", "**2"), ("{1: ", "}"), ("f'{", "}'"),
)  # fmt: skip
DEPTHS = (20, 60, 90, 99, 110, 200, 900, 3_000)


def flip_bits(data: bytearray, chance: random.Random) -> None:
    for _ in range(chance.choice((1, 1, 4, 16))):
        if data:
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def insert_odd(data: bytearray, chance: random.Random) -> None:
    at = chance.randrange(len(data) + 1)
    data[at:at] = chance.choice(ODD)


def insert_random(data: bytearray, chance: random.Random) -> None:
    at = chance.randrange(len(data) + 1)
    data[at:at] = chance.randbytes(chance.randrange(1, 6))


def delete_range(data: bytearray, chance: random.Random) -> None:
    at = chance.randrange(len(data) + 1)
    del data[at : at + chance.choice((1, 2, 8, 60, 800))]


def repeat_range(data: bytearray, chance: random.Random) -> None:
    at = chance.randrange(len(data) + 1)
    data[at:at] = data[at : at + chance.choice((1, 8, 60, 400))] * chance.choice((1, 2, 20))


def truncate(data: bytearray, chance: random.Random) -> None:
    """Cut the end off, as an interrupted download does."""
    del data[chance.randrange(len(data) + 1) :]


def write_in_another_script(data: bytearray, chance: random.Random) -> None:
    """Put letters of two to four bytes into a string or a comment, and end the text without a line break."""
    at = bytes(data).find(chance.choice((b'"', b"# ", b"'")), chance.randrange(len(data) + 1))
    if at >= 0:
        data[at + 1 : at + 1] = chance.choice("\u00e9\u0431\ud559\U0001d518").encode() * chance.choice((1, 2, 5))
    if chance.random() < 0.5:
        data[:] = bytes(data).rstrip()


def change_line_ends(data: bytearray, chance: random.Random) -> None:
    data[:] = bytes(data).replace(b"\n", chance.choice(LINE_ENDS), chance.choice((1, 5, -1)))


def change_encoding(data: bytearray, chance: random.Random) -> None:
    """Declare an encoding, write the text in one, or both; they may contradict each other."""
    text = bytes(data).decode("utf-8", "replace")
    if chance.random() < 0.7:
        text = f"# -*- coding: {chance.choice(COOKIES)} -*-\n{text}"
    if chance.random() < 0.3:
        text = text.replace("x", chance.choice("éß\u00b5\u20ac\u30a2\u0130"))
    encoding = chance.choice(("utf-8", "utf-8", "utf-8-sig", "latin-1", "utf-16", "utf-16-le", "cp1252", "shift_jis"))
    data[:] = text.encode(encoding, "replace")


def nest(data: bytearray, chance: random.Random) -> None:
    """Nest an expression or a block, in one of ways that Python allows up to some depth."""
    lines = bytes(data).decode("utf-8", "replace").split("\n")
    row = chance.randrange(len(lines))
    indent = lines[row][: len(lines[row]) - len(lines[row].lstrip())]
    depth = chance.choice(DEPTHS)
    if chance.random() < 0.25:
        header = chance.choice(("if x:", "for x in y:", "while x:", "with x:", "try:", "def f():", "class A:", "async def f():"))
        lines[row:row] = [*(indent + " " * level + header for level in range(depth)), indent + " " * depth + "pass"]
    elif chance.random() < 0.15:
        lines[row:row] = [f"{indent}if x == 0:", f"{indent}    pass", *[f"{indent}elif x == 1:\n{indent}    pass"] * depth]
    else:
        start, end = chance.choice(NESTS)
        left, separator, right = lines[row].partition(" = ")
        inner = right if separator else "x"
        target = left if separator else f"{indent}x"
        lines.insert(row, f"{target} = {start * depth}{inner}{end * depth}")
    data[:] = "\n".join(lines).encode("utf-8", "replace")
