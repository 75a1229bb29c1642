"""Mutations of tokens: names, operators, literals and keywords are exchanged, lost or repeated."""

from __future__ import annotations

import random
import re

TOKEN = re.compile(
    r"[ \t]+|\n|\#[^\n]*|[^\W\d]\w*|\d[\w.]*|'''|\"\"\"|'|\"|\*\*=?|//=?|<<=?|>>=?|->|:=|[-+*/%@&|^<>=!]=?|.",
    re.DOTALL,
)
IDENTIFIER = re.compile(r"[^\W\d]\w*\Z")
NUMBER = re.compile(r"\d[\w.]*\Z")
NUMBERS = ("0", "1", "-1", "2", "10**30", "1e999", "0.5", "1_000j", "0x", "True", "None", "float('nan')")
PIECES = (
    "for x in y:", "while True:", "if loss:", "else:", "elif x:", "try:", "except:", "except* ValueError:", "finally:",
    "with torch.no_grad():", "def f(self, *a, **k):", "class A(nn.Module):", "lambda x:", "match x:", "case [a, *b]:", "type X = int",
    "async", "await x", "yield", "yield from x", "return", "global x", "nonlocal x", "del loss", "assert x", "raise", "break", "continue",
    "pass", "import torch", "from x import *", "not", "in", "is", "if x else y", "for i in x", "*", "**", ":=", "...", ".backward()",
    ".backward", "retain_graph=True", "create_graph=True", ".detach()", ".item()", ".data", ".grad", ".requires_grad_()", ".zero_grad()",
    ".step()", "[0]", "[:]", "[...]", "()", "{}", "{**x}", "[x]", "(x,)", "self.", "super()", "f'{x!r:>{y}}'", "rb''", "@torch.no_grad()",
    "@property", "@staticmethod",
)  # fmt: skip


def tokens(text: str) -> list[str]:
    """Split a text into tokens; joined, they are the text."""
    return TOKEN.findall(text)


def delete(found: list[str], chance: random.Random, donor: list[str]) -> None:  # noqa: ARG001  all mutations have one signature
    at = chance.randrange(len(found) + 1)
    del found[at : at + chance.choice((1, 1, 2, 5))]


def repeat(found: list[str], chance: random.Random, donor: list[str]) -> None:  # noqa: ARG001
    at = chance.randrange(len(found) + 1)
    found[at:at] = found[at : at + chance.choice((1, 2, 5))] * chance.choice((1, 1, 4))


def insert(found: list[str], chance: random.Random, donor: list[str]) -> None:  # noqa: ARG001
    """Insert a piece of syntax, or a call or an attribute after a name."""
    at = chance.randrange(len(found) + 1)
    piece = chance.choice(PIECES)
    spots = _spots(found, IDENTIFIER)
    if piece[0] in ".([" and spots:
        found.insert(chance.choice(spots) + 1, piece)
    else:
        found[at:at] = [" ", piece, " "]


def replace_by_foreign(found: list[str], chance: random.Random, donor: list[str]) -> None:
    """Replace a token by tokens of another program."""
    if found and donor:
        at, start = chance.randrange(len(found)), chance.randrange(len(donor))
        found[at : at + 1] = donor[start : start + chance.choice((1, 1, 3, 8))]


def replace_name(found: list[str], chance: random.Random, donor: list[str]) -> None:  # noqa: ARG001
    """Replace one use of a name by another name of the program."""
    spots = _spots(found, IDENTIFIER)
    if spots:
        found[chance.choice(spots)] = found[chance.choice(spots)]


def rename(found: list[str], chance: random.Random, donor: list[str]) -> None:
    """Replace all uses of a name: by another name of the program, so that both become one, or by a foreign one."""
    spots = _spots(found, IDENTIFIER)
    others = [found[spot] for spot in spots] if chance.random() < 0.7 else [token for token in donor if IDENTIFIER.match(token)]
    if spots and others:
        old, new = found[chance.choice(spots)], chance.choice(others)
        for spot in spots:
            if found[spot] == old:
                found[spot] = new


def exchange(found: list[str], chance: random.Random, donor: list[str]) -> None:  # noqa: ARG001
    """Exchange two names where they are used."""
    spots = _spots(found, IDENTIFIER)
    if len(spots) > 1:
        one, two = chance.sample(spots, 2)
        found[one], found[two] = found[two], found[one]


def change_number(found: list[str], chance: random.Random, donor: list[str]) -> None:  # noqa: ARG001
    spots = _spots(found, NUMBER)
    if spots:
        found[chance.choice(spots)] = chance.choice(NUMBERS)


def _spots(found: list[str], pattern: re.Pattern[str]) -> list[int]:
    """Return the indices of the tokens that match."""
    return [index for index, token in enumerate(found) if pattern.match(token)]
