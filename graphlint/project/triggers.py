"""Which functions are worth entering on their own: those that mention something that a finding needs, or call by name what walks a graph.

This reads text, not meaning: it only spares work. A function that mentions none of these can neither walk a graph nor free, keep, cut or
switch anything; what it builds matters where its callers use it, and they enter it.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from graphlint.ir.instructions import FunctionCode
from graphlint.source.prefilter import is_of_another

# Each alternative begins with a plain character, and a name only where a word does: that lets the search leap, and keeps it linear.
_TRIGGER = re.compile(
    r"backward|autograd|retain_|no_grad|inference_mode|set_grad_enabled|detach|volatile|Variable\(|ctx\b(?<=\bctx)|clip_grad|zero_grad|"
    r"\.(?:eval\b(?:\(\)|\s*$)|train\s*$|grad\b|data\b(?!\.\w+_\()|step\b|(?<!init\.)(?!requires_grad_|_)[a-z]+_\(|(?:cpu|cuda)\(\)\s*$)",
    re.MULTILINE,
)
_WALKS = re.compile(r"backward\(|autograd\.grad\(|zero_grad\(|\.step\(")
_OPENS = re.compile(r"backward\(|autograd\.grad\(|zero_grad\(|\.step\(|\.eval\(\)|no_grad|inference_mode|set_grad_enabled|training_step")
_SWITCHES_OFF = re.compile(r"no_grad|inference_mode|set_grad_enabled")
_COMPUTED_BY = r"(?!(?:len|int|float|str|bool|sum|max|min|abs|round|range|list|tuple|dict|set|sorted|open|format)\b)[A-Za-z_]\w*\("
_GATHERS = re.compile(r"(?:\+=[ \t]*|\.append\([ \t]*)" + _COMPUTED_BY)
# `total = total + loss()`; that the two names are one is seen looking back from the second: the first is any word of the text.
_ADDED = re.compile(r"=[ \t]*(\w+)[ \t]*\+[ \t]*" + _COMPUTED_BY)
_LAST_WORD = re.compile(r"(\w+)[ \t]*\Z")
_BACKWARD = re.compile(r"backward\(")
_EVALUATES = re.compile(r"(?i)test|eval|valid|predict|sampl|infer|generate")
_LOOP = re.compile(r"for\b(?<!\wfor)|while\b(?<!\wwhile)")
_NAME = re.compile(r"\b([^\W\d]\w*)\s*\(")
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")


_CLASS = re.compile(r"^class[ \t]+(\w+)[ \t]*(?:\(([^)]*)\))?[ \t]*:", re.MULTILINE)
_OUTSIDE = re.compile(r"^[^\s#)\]}]", re.MULTILINE)
_KEEPS = re.compile(
    r"self\.[\w.]+(?:\[[^\]\n]*\])?[ \t,]*(?:self\.\w+[ \t]*)?(?:[-+*/]|//|\*\*)?=(?!=)|self\.[\w.]+\.(?:append|extend|add|update|insert)\("
)
_HANDS_OUT = re.compile(r"return self\.[\w.]+[ \t]*$", re.MULTILINE)
_DERIVED = re.compile(r"^class[ \t]+\w+[ \t]*\((?!(?:torch|nn|abc)\.|Module\b|object\b|ABC\b|Dataset\b|Function\b)[A-Za-z_]", re.MULTILINE)
_PLAIN_BASE = re.compile(r"(?:torch|nn|abc)\.[\w.]+|Module|object|ABC|Dataset")
_MAKES = re.compile(
    r"(?<!raise )(?<!torch\.)\b[A-Z]\w*\((?<!Error\()(?<!Exception\()(?<!Warning\()|Parameter\b|register_module|add_module|setattr|\bcopy"
)
_LONG_STRING = re.compile(r"\"\"\"[\s\S]*?\"\"\"")
_CALLED_OF_SELF = re.compile(r"\bself\.(\w+)\(|\bin[ \t]+self\.(\w+)")
_BRANCHES = re.compile(r"\b(?:for|while|if|try|with|lambda|yield|await)\b")
_STRAIGHT = 15
_DEFINITION = re.compile(r"^([ \t]*)(?:async[ \t]+)?(def|class)[ \t]+(\w+)", re.MULTILINE)


class Scan:
    """One search of a file's text: what its functions mention, and what they call."""

    def __init__(self, text: str) -> None:
        """Search a text.

        Args:
            text: the file's text.
        """
        self._text = text
        self._items = _definitions(text)
        self._loops = _starts(_LOOP, text)
        self._walking = _starts(_WALKS, text)
        self._opening = _starts(_OPENS, text)
        self._backward = _starts(_BACKWARD, text)
        triggers = _starts(_TRIGGER, text)
        self._worth: list[_Definition] = []
        self._waiting: list[_Definition] = []
        for item in self._items:
            worth = item.holds(triggers) or (item.holds(self._loops) and _EVALUATES.search(item.name))
            (self._worth if worth else self._waiting).append(item)

    @cached_property
    def called(self) -> frozenset[str]:
        """The names that something calls."""
        return frozenset(self._calls[1])

    @cached_property
    def backward(self) -> frozenset[int]:
        """The lines of the functions that call backward."""
        return frozenset(item.line for item in self._items if item.holds(self._backward))

    @cached_property
    def plain_classes(self) -> frozenset[str]:
        """The classes of which nothing that a finding needs can be seen: no method mentions a trigger or keeps anything beyond a call, a
        call hands out no attribute as it is, and their bases are of this kind or a library's. A few straight lines, in which no other class
        of the file is used, are no such class: to enter them costs little, and tells what the result hangs on."""
        if is_of_another(self._text.encode(errors="replace")):
            return frozenset()
        plain: set[str] = set()
        bases: dict[str, list[str]] = {}
        straight: dict[str, frozenset[str]] = {}
        for name, bases[name], body in self._classes():
            if not _TRIGGER.search(body) and not _keeps(body) and not _hands_out(body):
                plain.add(name)
            if body.count("\n") <= _STRAIGHT and not _BRANCHES.search(body):
                straight[name] = frozenset(_IDENTIFIER.findall(body)).union(bases[name])
        plain -= {name for name, mentioned in straight.items() if mentioned.isdisjoint(bases)}
        return _with_their_bases(plain, bases)

    @cached_property
    def bare_classes(self) -> frozenset[str]:
        """The classes whose instances, if they are modules, own no parameter: neither they nor their bases make a layer or a parameter, or
        call something that they were given."""
        bare: set[str] = set()
        bases: dict[str, list[str]] = {}
        own = {"register_buffer", "state_dict", *(item.name for item in self._items)}
        for name, bases[name], whole in self._classes():
            body = _LONG_STRING.sub("", whole)
            called = {method or looped for method, looped in _CALLED_OF_SELF.findall(body)}
            if called <= own and not _MAKES.search(body):
                bare.add(name)
        return _with_their_bases(bare, bases)

    def _classes(self) -> Iterator[tuple[str, list[str], str]]:
        """The classes at the top level: their names, what they derive from, and their bodies."""
        for match in _CLASS.finditer(self._text):
            end = _OUTSIDE.search(self._text, match.end())
            body = self._text[match.end() : end.start() if end is not None else len(self._text)]
            yield match.group(1), [item.strip() for item in (match.group(2) or "").split(",") if item.strip()], body

    def walking(self, foreign: frozenset[str]) -> frozenset[str]:
        """The names of functions that walk a graph, step or reset gradients, and of those that call one of them: what they do to a graph
        depends on what their callers, in other files too, have done before.

        Args:
            foreign: such names in other files.
        """
        return self._spread([item for item in self._worth if item.holds(self._walking)], foreign)[1]

    def walking_lines(self, foreign: frozenset[str]) -> frozenset[int]:
        """The lines of such functions; 0 stands for the module itself.

        Args:
            foreign: such names in other files.
        """
        lines, _ = self._spread([item for item in self._worth if item.holds(self._walking)], foreign)
        return lines | {0} if self._walking or (foreign and self.called & foreign) else lines

    def opens(self, foreign: frozenset[str]) -> frozenset[int]:
        """The lines of functions that walk graphs, switch modes or gather results in a loop, and of those that call one of them; 0 stands
        for the module itself.

        Args:
            foreign: names of functions of other files that walk graphs.
        """
        gathers = self._gathers if self._loops else ()
        opening = [item for item in self._items if item.holds(self._opening) or (item.holds(gathers) and item.holds(self._loops))]
        lines, _ = self._spread(opening, foreign)
        return lines | {0} if self._opens or (foreign and self.called & foreign) else lines

    @cached_property
    def _gathers(self) -> Sequence[int]:
        """Where results of calls are gathered."""
        added = (match.start() for match in _ADDED.finditer(self._text) if _is_word_before(self._text, match.start(), match.group(1)))
        return array("L", sorted((*_starts(_GATHERS, self._text), *added)))

    @cached_property
    def _opens(self) -> bool:
        """Whether the module's own code does what functions of other files may decide a finding in."""
        if self._opening or (self._loops and self._gathers):
            return True
        # Who calls a method of evaluation is said by the class that it is derived from.
        return any(_EVALUATES.search(item.name) for item in self._worth) and _DERIVED.search(self._text) is not None

    @cached_property
    def _calls(self) -> tuple[Sequence[int], Sequence[str]]:
        """Where something is called, in order, and the names that are called there, each held once."""
        defined = {item.start for item in self._items}
        places, called, held = array("L"), [], dict[str, str]()
        for match in _NAME.finditer(self._text):
            if match.end(1) not in defined:
                places.append(match.start())
                called.append(held.setdefault(match.group(1), match.group(1)))
        return places, called

    def _called_in(self, item: _Definition) -> frozenset[str]:
        """The names that a function calls."""
        places, called = self._calls
        return frozenset(called[bisect_left(places, item.first) : bisect_left(places, item.end)])

    def spread(self, foreign: frozenset[str]) -> frozenset[int]:
        """The lines of the functions that mention a trigger, of those that call one in a loop, and of those that call, directly or not,
        one that walks graphs or switches modes: what the others do matters where it is done, or to a backward, which is a trigger itself.

        Args:
            foreign: names of functions of other files that are worth entering.
        """
        lines, _ = self._spread([item for item in self._worth if item.holds(self._opening)], foreign)
        names = {item.name for item in self._worth}
        again = (item for item in self._waiting if names and item.holds(self._loops) and not names.isdisjoint(self._called_in(item)))
        return lines.union((item.line for item in self._worth), (item.line for item in again))

    @cached_property
    def switching_off(self) -> frozenset[int]:
        """The lines of functions that mention what switches grad mode off, and of those that call one of them."""
        places = _starts(_SWITCHES_OFF, self._text)
        return self._spread([item for item in self._items if item.holds(places)], frozenset(), self._items)[0] if places else frozenset()

    def _spread(
        self, sources: list[_Definition], foreign: frozenset[str], among: Sequence[_Definition] | None = None
    ) -> tuple[frozenset[int], frozenset[str]]:
        """The functions `sources`, and those `among` others that call, directly or not, one of them or of the `foreign` ones."""
        worth = {item.line for item in sources}
        names = {item.name for item in sources} | foreign
        waiting = [(item, self._called_in(item)) for item in (self._waiting if among is None else among)] if names else []
        grew = bool(names)
        while grew:
            grew = False
            for item, calls in waiting:
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
        self._scan = scan

    def eventful(self, code: FunctionCode) -> bool:
        """Whether a function mentions a trigger or calls one that does; what is no def (a module, a lambda) counts as one."""
        return code.name.startswith("<") or code.at[0] in self._lines

    def calls_backward(self, code: FunctionCode) -> bool:
        """Whether a function calls backward itself: then whoever calls it does so with grad mode on."""
        return code.at[0] in self._scan.backward

    def opens(self, code: FunctionCode) -> bool:
        """Whether functions of other files may decide a finding in a function: it walks graphs, switches modes, gathers what they
        return, or calls what does."""
        return (0 if code.name.startswith("<") else code.at[0]) in self._open

    def walks(self, code: FunctionCode) -> bool:
        """Whether a function walks graphs, steps or resets gradients, or calls what does."""
        return (0 if code.name.startswith("<") else code.at[0]) in self._walking

    def switches_off(self, code: FunctionCode) -> bool:
        """Whether a function, or one of its file that it calls, mentions what switches grad mode off."""
        return code.at[0] in self._scan.switching_off

    def called(self, name: str) -> bool:
        """Whether something in the file calls a function of this name."""
        return name in self._scan.called


class _Definition(NamedTuple):
    """A function in a text: its line and name; where its decorators, its `def`, what it does and what follows it begin."""

    line: int
    name: str
    first: int
    head: int
    start: int
    end: int

    def holds(self, places: Sequence[int]) -> bool:
        """Whether one of some places, in order, is in it, its own name left out."""
        index = bisect_left(places, self.first)
        if index < len(places) and self.head <= places[index] < self.start:
            index = bisect_left(places, self.start)
        return index < len(places) and places[index] < self.end


def _definitions(text: str) -> list[_Definition]:
    """The functions of a text: each definition from its decorators on, with all lines that are indented deeper."""
    matches = list(_DEFINITION.finditer(text))
    starts = [_decorated(text, match.start()) for match in matches]
    ends = [len(text)] * len(matches)
    around: list[int] = []
    for index, match in enumerate(matches):
        depth = len(match.group(1))
        while around and len(matches[around[-1]].group(1)) >= depth:
            ends[around.pop()] = starts[index]
        around.append(index)
    found: list[_Definition] = []
    line, last = 1, 0
    for match, start, end in zip(matches, starts, ends, strict=True):
        line += text.count("\n", last, match.start())
        last = match.start()
        if match.group(2) != "class":
            found.append(_Definition(line, match.group(3), start, match.start(), match.end(), end))
    return found


def _decorated(text: str, start: int) -> int:
    """Where the decorators begin of the definition whose line begins at a place."""
    while start:
        line = text.rfind("\n", 0, start - 1) + 1
        if not text[line:start].lstrip(" \t").startswith("@"):
            break
        start = line
    return start


def _starts(pattern: re.Pattern[str], text: str) -> Sequence[int]:
    """Where a pattern is found, in order."""
    return array("L", [match.start() for match in pattern.finditer(text)])


def _is_word_before(text: str, end: int, word: str) -> bool:
    """Whether what stands before a place is this word, and no longer one."""
    before = _LAST_WORD.search(text, max(0, end - 200), end)
    return before is not None and before.group(1) == word


def _keeps(body: str) -> bool:
    """Whether a method of a class, other than the one that makes an instance, stores something in it."""
    found = [match for match in _DEFINITION.finditer(body) if match.group(2) != "class"]
    depth = min((len(match.group(1)) for match in found), default=0)
    methods = [match for match in found if len(match.group(1)) == depth]
    ends = [match.start() for match in methods[1:]] + [len(body)] * bool(methods)
    return any(match.group(3) != "__init__" and _KEEPS.search(body, match.end(), end) for match, end in zip(methods, ends, strict=True))


def _with_their_bases(names: set[str], bases: Mapping[str, list[str]]) -> frozenset[str]:
    """Those of some classes whose bases are among them too, or a library's of which nothing comes."""
    left = {name for name in names if all(_PLAIN_BASE.fullmatch(base) or base in names for base in bases[name])}
    return frozenset(left) if left == names else _with_their_bases(left, bases)


def _hands_out(body: str) -> bool:
    """Whether a call of an instance of a class may return what the instance holds: its own parameter has no graph."""
    places = _starts(_HANDS_OUT, body)
    return bool(places) and any(item.name in ("forward", "__call__") and item.holds(places) for item in _definitions(body))
