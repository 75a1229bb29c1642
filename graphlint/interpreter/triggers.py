"""Which functions are worth entering on their own: those that mention, or call by name what mentions, something that a finding needs.

This reads text, not meaning: it only spares work. A function that mentions none of these can neither walk a graph nor free, keep, cut or
switch anything; what it builds matters where its callers use it, and they enter it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from graphlint.lowering.ir import FunctionCode

_TRIGGER = re.compile(
    r"backward|autograd|\.eval\b(?:\(\)|\s*$)|\.train\s*$|retain_|no_grad|inference_mode|set_grad_enabled|detach|\.grad\b|"
    r"\.data\b(?!\.\w+_\()|volatile|Variable\(|\bctx\b|clip_grad|\.step\b|zero_grad|"
    r"(?<!init)\.(?!requires_grad_|_)[a-z]+_\(|\.(?:cpu|cuda)\(\)\s*$",
    re.MULTILINE,
)
_WALKS = re.compile(r"backward\(")
_EVALUATES = re.compile(r"(?i)test|eval|valid|predict|sampl|infer|generate")
_LOOP = re.compile(r"\b(?:for|while)\b")
_NAME = re.compile(r"[A-Za-z_]\w*(?=\s*\()")


_DEFINITION = re.compile(r"^([ \t]*)(?:async[ \t]+)?def[ \t]+(\w+)", re.MULTILINE)


class Triggers:
    """The functions of a file that are worth entering, found by one search of its text."""

    def __init__(self, text: str) -> None:
        definitions = _definitions(text)
        self._lines = _spread(definitions)
        self._walking = frozenset(item.line for item in definitions if _WALKS.search(item.text))
        self._called = frozenset(_NAME.findall(_DEFINITION.sub("", text)))

    def eventful(self, code: FunctionCode) -> bool:
        """Whether a function mentions a trigger or calls one that does; what is no def (a module, a lambda) counts as one."""
        return code.name.startswith("<") or code.at[0] in self._lines

    def walks(self, code: FunctionCode) -> bool:
        """Whether a function calls backward itself: then whoever calls it does so with grad mode on."""
        return code.at[0] in self._walking

    def called(self, name: str) -> bool:
        """Whether something in the file calls a function of this name."""
        return name in self._called


class _Definition(NamedTuple):
    line: int
    name: str
    text: str


def _definitions(text: str) -> list[_Definition]:
    """The functions of a text: each definition with all lines that are indented deeper."""
    found: list[_Definition] = []
    matches = list(_DEFINITION.finditer(text))
    line, last = 1, 0
    for index, match in enumerate(matches):
        depth = len(match.group(1))
        end = next((later.start() for later in matches[index + 1 :] if len(later.group(1)) <= depth), len(text))
        line += text.count("\n", last, match.start())
        last = match.start()
        found.append(_Definition(line, match.group(2), text[match.end() : end]))
    return found


def _spread(definitions: list[_Definition]) -> frozenset[int]:
    """The lines of functions that mention a trigger, and of those that call one of them."""
    worth: set[int] = set()
    names: set[str] = set()
    waiting: list[tuple[_Definition, frozenset[str]]] = []
    for item in definitions:
        if _TRIGGER.search(item.text) or (_EVALUATES.search(item.name) and _LOOP.search(item.text)):
            worth.add(item.line)
            names.add(item.name)
        else:
            waiting.append((item, frozenset(_NAME.findall(item.text))))
    grew = bool(names)
    while grew:
        grew = False
        for item, calls in waiting:
            if item.line not in worth and calls & names:
                worth.add(item.line)
                grew = grew or item.name not in names
                names.add(item.name)
    return frozenset(worth)
