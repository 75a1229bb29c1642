"""Which functions are worth entering on their own: those that mention, or call by name what mentions, something that a finding needs.

This reads text, not meaning: it only spares work. A function that mentions none of these can neither walk a graph nor free, keep, cut or
switch anything; what it builds matters where its callers use it, and they enter it.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

from graphlint.lowering.ir import FunctionCode

# Each alternative begins with a plain character, and a name only where a word does: that lets the search leap, and keeps it linear.
_TRIGGER = re.compile(
    r"backward|autograd|retain_|no_grad|inference_mode|set_grad_enabled|detach|volatile|Variable\(|ctx\b(?<=\bctx)|clip_grad|zero_grad|"
    r"\.(?:eval\b(?:\(\)|\s*$)|train\s*$|grad\b|data\b(?!\.\w+_\()|step\b|(?<!init\.)(?!requires_grad_|_)[a-z]+_\(|(?:cpu|cuda)\(\)\s*$)",
    re.MULTILINE,
)
_WALKS = re.compile(r"backward\(|autograd\.grad\(|zero_grad\(|\.step\(")
_OPENS = re.compile(r"backward\(|autograd\.grad\(|zero_grad\(|\.step\(|\.eval\(\)|no_grad|inference_mode|set_grad_enabled|training_step")
_GATHERS = re.compile(
    r"(?:\+=[ \t]*|\.append\([ \t]*|\b(\w+)[ \t]*=[ \t]*\1[ \t]*\+[ \t]*)"
    r"(?!(?:len|int|float|str|bool|sum|max|min|abs|round|range|list|tuple|dict|set|sorted|open|format)\b)[A-Za-z_]\w*\("
)
_BACKWARD = re.compile(r"backward\(")
_EVALUATES = re.compile(r"(?i)test|eval|valid|predict|sampl|infer|generate")
_LOOP = re.compile(r"\b(?:for|while)\b")
_NAME = re.compile(r"\b[^\W\d]\w*\b(?=\s*\()")
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")


_CLASS = re.compile(r"^class[ \t]+(\w+)[ \t]*(?:\(([^)]*)\))?[ \t]*:", re.MULTILINE)
_OUTSIDE = re.compile(r"^[^\s#)\]}]", re.MULTILINE)
_KEEPS = re.compile(
    r"self\.[\w.]+(?:\[[^\]\n]*\])?[ \t,]*(?:self\.\w+[ \t]*)?(?:[-+*/]|//|\*\*)?=(?!=)|self\.[\w.]+\.(?:append|extend|add|update|insert)\("
)
_DERIVED = re.compile(r"^class[ \t]+\w+[ \t]*\((?!(?:torch|nn|abc)\.|Module\b|object\b|ABC\b|Dataset\b|Function\b)[A-Za-z_]", re.MULTILINE)
_PLAIN_BASE = re.compile(r"(?:torch|nn|abc)\.[\w.]+|Module|object|ABC|Dataset")
_BRANCHES = re.compile(r"\b(?:for|while|if|try|with|lambda|yield|await)\b")
_STRAIGHT = 15
_DEFINITION = re.compile(r"^([ \t]*)(?:async[ \t]+)?def[ \t]+(\w+)", re.MULTILINE)


class Scan:
    """One search of a file's text: what its functions mention, and what they call."""

    def __init__(self, text: str) -> None:
        """Search a text.

        Args:
            text: the file's text.
        """
        self._text = text
        self.called = frozenset(_NAME.findall(_DEFINITION.sub("", text)))
        self._walks = _WALKS.search(text) is not None
        self._opens = _may_open(text)
        self.backward: set[int] = set()
        self._worth: list[_Definition] = []
        self._waiting: list[tuple[_Definition, frozenset[str]]] = []
        for item in _definitions(text):
            if _BACKWARD.search(item.text):
                self.backward.add(item.line)
            if _TRIGGER.search(item.text) or (_EVALUATES.search(item.name) and _LOOP.search(item.text)):
                self._worth.append(item)
            else:
                self._waiting.append((item, frozenset(_NAME.findall(item.text))))
        # Who calls a method of evaluation is said by the class that it is derived from.
        self._opens = self._opens or (_DERIVED.search(text) is not None and any(_EVALUATES.search(item.name) for item in self._worth))

    @cached_property
    def plain_classes(self) -> frozenset[str]:
        """The classes of which nothing that a finding needs can be seen: no method mentions a trigger or keeps anything beyond a call, and
        their bases are of this kind or a library's. A few straight lines, in which no other class of the file is used, are no such class:
        to enter them costs little, and tells what the result hangs on."""
        plain: set[str] = set()
        bases: dict[str, list[str]] = {}
        straight: dict[str, frozenset[str]] = {}
        for match in _CLASS.finditer(self._text):
            end = _OUTSIDE.search(self._text, match.end())
            body = self._text[match.end() : end.start() if end is not None else len(self._text)]
            bases[match.group(1)] = [item.strip() for item in (match.group(2) or "").split(",") if item.strip()]
            if not _TRIGGER.search(body) and not _keeps(body):
                plain.add(match.group(1))
            if body.count("\n") <= _STRAIGHT and not _BRANCHES.search(body):
                straight[match.group(1)] = frozenset(_IDENTIFIER.findall(body)).union(bases[match.group(1)])
        plain -= {name for name, mentioned in straight.items() if mentioned.isdisjoint(bases)}
        grew = True
        while grew:
            left = {name for name in plain if all(_PLAIN_BASE.fullmatch(base) or base in plain for base in bases[name])}
            grew, plain = left != plain, left
        return frozenset(plain)

    def walking(self, foreign: frozenset[str]) -> frozenset[str]:
        """The names of functions that walk a graph, step or reset gradients, and of those that call one of them: what they do to a graph
        depends on what their callers, in other files too, have done before.

        Args:
            foreign: such names in other files.
        """
        return self._spread([item for item in self._worth if _WALKS.search(item.text)], foreign)[1]

    def walking_lines(self, foreign: frozenset[str]) -> frozenset[int]:
        """The lines of such functions; 0 stands for the module itself.

        Args:
            foreign: such names in other files.
        """
        lines, _ = self._spread([item for item in self._worth if _WALKS.search(item.text)], foreign)
        return lines | {0} if self._walks or self.called & foreign else lines

    def opens(self, foreign: frozenset[str]) -> frozenset[int]:
        """The lines of functions that walk graphs, switch modes or gather results in a loop, and of those that call one of them; 0 stands
        for the module itself.

        Args:
            foreign: names of functions of other files that walk graphs.
        """
        everything = [*self._worth, *(item for item, _ in self._waiting)]
        lines, _ = self._spread([item for item in everything if _may_open(item.text)], foreign)
        return lines | {0} if self._opens or self.called & foreign else lines

    def spread(self, foreign: frozenset[str]) -> frozenset[int]:
        """The lines of the functions that mention a trigger, and of those that call one of them.

        Args:
            foreign: names of functions of other files that are worth entering.
        """
        return self._spread(self._worth, foreign)[0]

    def _spread(self, sources: list[_Definition], foreign: frozenset[str]) -> tuple[frozenset[int], frozenset[str]]:
        worth = {item.line for item in sources}
        names = {item.name for item in sources} | foreign
        grew = bool(names)
        while grew:
            grew = False
            for item, calls in self._waiting:
                if item.line not in worth and calls & names:
                    worth.add(item.line)
                    grew = grew or item.name not in names
                    names.add(item.name)
        return frozenset(worth), frozenset(names)


class Triggers:
    """The functions of a file that are worth entering."""

    def __init__(self, scan: Scan, foreign: frozenset[str] = frozenset()) -> None:
        """Find them.

        Args:
            scan: what a search of the file has found.
            foreign: names that it imports and that are worth entering where they are defined.
        """
        self._lines = scan.spread(foreign)
        self._open = scan.opens(foreign)
        self._walking = scan.walking_lines(foreign)
        self._called = scan.called
        self._backward = scan.backward

    def eventful(self, code: FunctionCode) -> bool:
        """Whether a function mentions a trigger or calls one that does; what is no def (a module, a lambda) counts as one."""
        return code.name.startswith("<") or code.at[0] in self._lines

    def calls_backward(self, code: FunctionCode) -> bool:
        """Whether a function calls backward itself: then whoever calls it does so with grad mode on."""
        return code.at[0] in self._backward

    def opens(self, code: FunctionCode) -> bool:
        """Whether functions of other files may decide a finding in a function: it walks graphs, switches modes, gathers what they
        return, or calls what does."""
        return (0 if code.name.startswith("<") else code.at[0]) in self._open

    def walks(self, code: FunctionCode) -> bool:
        """Whether a function walks graphs, steps or resets gradients, or calls what does."""
        return (0 if code.name.startswith("<") else code.at[0]) in self._walking

    def called(self, name: str) -> bool:
        """Whether something in the file calls a function of this name."""
        return name in self._called


def _may_open(text: str) -> bool:
    """Whether what a function of another file does or returns may be a finding here."""
    return _OPENS.search(text) is not None or (_GATHERS.search(text) is not None and _LOOP.search(text) is not None)


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


def _keeps(body: str) -> bool:
    """Whether a method of a class, other than the one that makes an instance, stores something in it."""
    found = list(_DEFINITION.finditer(body))
    depth = min((len(match.group(1)) for match in found), default=0)
    methods = [match for match in found if len(match.group(1)) == depth]
    ends = [match.start() for match in methods[1:]] + [len(body)] * bool(methods)
    return any(match.group(2) != "__init__" and _KEEPS.search(body, match.end(), end) for match, end in zip(methods, ends, strict=True))
