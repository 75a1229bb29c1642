"""Triggers: text patterns that decide which functions are analyzed as roots.

The search reads text, not meaning, and only saves work. A function without a trigger can neither run backward nor free, retain or detach a
graph nor switch a mode. The graph that it builds matters only to its callers, whose analysis enters it.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from graphlint.ir.instructions import FunctionCode
from graphlint.source.prefilter import uses_other_framework

# Each alternative begins with a plain character, and an alternative for a name at a word boundary only: then the search is linear and fast.
_TRIGGER = re.compile(
    r"backward|autograd|retain_|no_grad|inference_mode|set_grad_enabled|detach|volatile|Variable\(|ctx\b(?<=\bctx)|clip_grad|zero_grad|"
    r"\.(?:eval\b(?:\(\)|\s*(?:$|[#;]))|train\s*(?:$|[#;])|grad\b|data\b(?!\.\w+_\()|step\b|(?<!init\.)(?!requires_grad_|_)[a-z]+_\(|(?:cpu|cuda)\(\)\s*$)",
    re.MULTILINE,
)
_WALKS = re.compile(r"backward\(|autograd\.grad\(|zero_grad\(|\.step\(")
_OPENS = re.compile(r"backward\(|autograd\.grad\(|zero_grad\(|\.step\(|\.eval\(\)|no_grad|inference_mode|set_grad_enabled|training_step")
_SWITCHES_OFF = re.compile(r"no_grad|inference_mode|set_grad_enabled")
_DETACHES = re.compile(r"\.(?:detach\b|data\b|numpy\b|tolist\b)|torch\.detach\b")
_COMPUTED_BY = r"(?!(?:len|int|float|str|bool|sum|max|min|abs|round|range|list|tuple|dict|set|sorted|open|format)\b)[A-Za-z_]\w*\("
_GATHERS = re.compile(r"(?:\+=[ \t]*|\.append\([ \t]*)" + _COMPUTED_BY)
# `total = total + loss()`: compare both names by looking back from the second, since the first is any word of the text.
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
            worth = item.contains(triggers) or (item.contains(self._loops) and _EVALUATES.search(item.name))
            (self._worth if worth else self._waiting).append(item)

    @cached_property
    def called(self) -> frozenset[str]:
        """The names that are called."""
        return frozenset(self._calls[1])

    @cached_property
    def backward(self) -> frozenset[int]:
        """The lines of the functions that call backward."""
        return frozenset(item.line for item in self._items if item.contains(self._backward))

    @cached_property
    def opaque_classes(self) -> frozenset[str]:
        """The classes that can be treated as opaque.

        No method mentions a trigger or stores anything beyond a call, no call returns an attribute unchanged, and all bases are opaque or
        from a library. Short straight-line classes without another class of the file are excluded: inlining them is cheap and shows what
        their result depends on.
        """
        if uses_other_framework(self._text.encode(errors="replace")):
            return frozenset()
        plain: set[str] = set()
        bases: dict[str, list[str]] = {}
        straight: dict[str, frozenset[str]] = {}
        for name, bases[name], body in self._classes():
            if not _TRIGGER.search(body) and not _stores_state(body) and not _may_return_attribute(body):
                plain.add(name)
            if body.count("\n") <= _STRAIGHT and not _BRANCHES.search(body):
                straight[name] = frozenset(_IDENTIFIER.findall(body)).union(bases[name])
        plain -= {name for name, mentioned in straight.items() if mentioned.isdisjoint(bases)}
        return _closed_under_bases(plain, bases)

    @cached_property
    def parameterless_classes(self) -> frozenset[str]:
        """The classes whose instances own no parameter if they are modules: neither they nor their bases create a layer or a parameter,
        or call an argument."""
        bare: set[str] = set()
        bases: dict[str, list[str]] = {}
        own = {"register_buffer", "state_dict", *(item.name for item in self._items)}
        for name, bases[name], whole in self._classes():
            body = _LONG_STRING.sub("", whole)
            called = {method or looped for method, looped in _CALLED_OF_SELF.findall(body)}
            if called <= own and not _MAKES.search(body):
                bare.add(name)
        return _closed_under_bases(bare, bases)

    def _classes(self) -> Iterator[tuple[str, list[str], str]]:
        """The top-level classes: name, bases, body."""
        for match in _CLASS.finditer(self._text):
            end = _OUTSIDE.search(self._text, match.end())
            body = self._text[match.end() : end.start() if end is not None else len(self._text)]
            yield match.group(1), [item.strip() for item in (match.group(2) or "").split(",") if item.strip()], body

    def backward_functions(self, relevant_names: frozenset[str]) -> frozenset[str]:
        """Return the names of functions that run backward, step an optimizer or reset gradients, and of their callers. Their effect
        depends on earlier calls of their callers, in other files, too."""
        return self._transitive_callers([item for item in self._worth if item.contains(self._walking)], relevant_names)[1]

    def backward_lines(self, relevant_names: frozenset[str]) -> frozenset[int]:
        """Return the lines of such functions; 0 is the module itself."""
        lines, _ = self._transitive_callers([item for item in self._worth if item.contains(self._walking)], relevant_names)
        return lines | {0} if self._walking or (relevant_names and self.called & relevant_names) else lines

    def is_cross_file(self, relevant_names: frozenset[str]) -> frozenset[int]:
        """Return the lines of functions that run backward, switch modes or collect results in a loop, and of their callers; 0 is the
        module itself."""
        gathers = self._gathers if self._loops else ()
        opening = [item for item in self._items if item.contains(self._opening) or (item.contains(gathers) and item.contains(self._loops))]
        lines, _ = self._transitive_callers(opening, relevant_names)
        return lines | {0} if self._module_is_cross_file or (relevant_names and self.called & relevant_names) else lines

    @cached_property
    def _gathers(self) -> Sequence[int]:
        """The offsets at which results of calls are collected."""
        added = (match.start() for match in _ADDED.finditer(self._text) if _is_word_before(self._text, match.start(), match.group(1)))
        return array("L", sorted((*_starts(_GATHERS, self._text), *added)))

    @cached_property
    def _module_is_cross_file(self) -> bool:
        """True if the module's own code has an effect that depends on functions of other files."""
        if self._opening or (self._loops and self._gathers):
            return True
        # The callers of an evaluation method are in its base class.
        return any(_EVALUATES.search(item.name) for item in self._worth) and _DERIVED.search(self._text) is not None

    @cached_property
    def _calls(self) -> tuple[Sequence[int], Sequence[str]]:
        """The offsets of calls in order, and the names called there, each stored once."""
        defined = {item.start for item in self._items}
        places, called, held = array("L"), [], dict[str, str]()
        for match in _NAME.finditer(self._text):
            if match.end(1) not in defined:
                places.append(match.start())
                called.append(held.setdefault(match.group(1), match.group(1)))
        return places, called

    def _called_in(self, item: _Definition) -> frozenset[str]:
        """Return the names that a function calls."""
        places, called = self._calls
        return frozenset(called[bisect_left(places, item.first) : bisect_left(places, item.end)])

    def functions_to_analyze(self, relevant_names: frozenset[str]) -> frozenset[int]:
        """Return the lines of functions that are worth analyzing: functions with a trigger, functions that call one in a loop, and
        transitive callers of functions that run backward or switch modes.

        The effect of other functions is analyzed where they are called.
        """
        lines, _ = self._transitive_callers([item for item in self._worth if item.contains(self._opening)], relevant_names)
        names = {item.name for item in self._worth}
        again = (item for item in self._waiting if names and item.contains(self._loops) and not names.isdisjoint(self._called_in(item)))
        return lines.union((item.line for item in self._worth), (item.line for item in again))

    @cached_property
    def grad_mode_functions(self) -> frozenset[int]:
        """Return the lines of functions that mention a grad mode switch, and of their callers."""
        return self._transitively_mentioning(_SWITCHES_OFF)

    @cached_property
    def detaching_functions(self) -> frozenset[int]:
        """Return the lines of functions that mention what detaches a tensor, and of their callers."""
        return self._transitively_mentioning(_DETACHES)

    def _transitively_mentioning(self, pattern: re.Pattern[str]) -> frozenset[int]:
        """Return the lines of functions in which a pattern matches, and of their callers in the file."""
        places = _starts(pattern, self._text)
        if not places:
            return frozenset()
        return self._transitive_callers([item for item in self._items if item.contains(places)], frozenset(), self._items)[0]

    def _transitive_callers(
        self, sources: list[_Definition], relevant_names: frozenset[str], candidates: Sequence[_Definition] | None = None
    ) -> tuple[frozenset[int], frozenset[str]]:
        """Return `sources`, and all `candidates` that call one of them or of the `relevant_names`, transitively."""
        worth = {item.line for item in sources}
        names = {item.name for item in sources} | relevant_names
        pending = [(item, self._called_in(item)) for item in (self._waiting if candidates is None else candidates)] if names else []
        grew = bool(names)
        while grew:
            grew = False
            for item, calls in pending:
                if item.line not in worth and calls & names:
                    worth.add(item.line)
                    grew = grew or item.name not in names
                    names.add(item.name)
        return frozenset(worth), frozenset(names)


class Triggers:
    """The functions of a file that are worth analyzing."""

    def __init__(self, scan: Scan, relevant_names: frozenset[str] = frozenset()) -> None:
        self._lines = scan.functions_to_analyze(relevant_names)
        self._open = scan.is_cross_file(relevant_names)
        self._walking = scan.backward_lines(relevant_names)
        self._scan = scan

    def has_triggers(self, code: FunctionCode) -> bool:
        """Return True if a function has a trigger or calls one that has; also for code that is not a def (a module, a lambda)."""
        return code.name.startswith("<") or code.at[0] in self._lines

    def calls_backward(self, code: FunctionCode) -> bool:
        """Return True if a function calls backward itself: its callers then have grad mode enabled."""
        return code.at[0] in self._scan.backward

    def is_cross_file(self, code: FunctionCode) -> bool:
        """Return True if a finding in a function may depend on functions of other files: it runs backward, switches modes, collects
        their results, or calls a function that does."""
        return (0 if code.name.startswith("<") else code.at[0]) in self._open

    def runs_backward(self, code: FunctionCode) -> bool:
        """Return True if a function runs backward, steps an optimizer or resets gradients, or calls one that does."""
        return (0 if code.name.startswith("<") else code.at[0]) in self._walking

    def disables_grad(self, code: FunctionCode) -> bool:
        """Return True if a function, or one that it calls in its file, mentions a grad mode switch."""
        return code.at[0] in self._scan.grad_mode_functions

    def detaches(self, code: FunctionCode) -> bool:
        """Return True if a function, or one of its file that it calls, mentions what detaches a tensor."""
        return code.at[0] in self._scan.detaching_functions

    def called(self, name: str) -> bool:
        """Return True if the file calls a function of this name."""
        return name in self._scan.called


class _Definition(NamedTuple):
    """A function in a text: line, name, and the offsets of its decorators, its `def`, its body and its end."""

    line: int
    name: str
    first: int
    head: int
    start: int
    end: int

    def contains(self, places: Sequence[int]) -> bool:
        """Return True if one of the offsets, which are in order, is in it (except for its own name)."""
        index = bisect_left(places, self.first)
        if index < len(places) and self.head <= places[index] < self.start:
            index = bisect_left(places, self.start)
        return index < len(places) and places[index] < self.end


def _definitions(text: str) -> list[_Definition]:
    """Return the functions of a text, each from its decorators to the last line that is indented deeper."""
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
    """Return the offset of the first decorator of the definition whose line starts at an offset."""
    while start:
        line = text.rfind("\n", 0, start - 1) + 1
        if not text[line:start].lstrip(" \t").startswith("@"):
            break
        start = line
    return start


def _starts(pattern: re.Pattern[str], text: str) -> Sequence[int]:
    """Return the offsets of a pattern, in order."""
    return array("L", [match.start() for match in pattern.finditer(text)])


def _is_word_before(text: str, end: int, word: str) -> bool:
    """Return True if exactly this word is before an offset."""
    before = _LAST_WORD.search(text, max(0, end - 200), end)
    return before is not None and before.group(1) == word


def _stores_state(body: str) -> bool:
    """Return True if a method of a class, except `__init__`, stores an attribute."""
    found = [match for match in _DEFINITION.finditer(body) if match.group(2) != "class"]
    depth = min((len(match.group(1)) for match in found), default=0)
    methods = [match for match in found if len(match.group(1)) == depth]
    ends = [match.start() for match in methods[1:]] + [len(body)] * bool(methods)
    return any(match.group(3) != "__init__" and _KEEPS.search(body, match.end(), end) for match, end in zip(methods, ends, strict=True))


def _closed_under_bases(names: set[str], bases: Mapping[str, list[str]]) -> frozenset[str]:
    """Return the classes whose bases are among them, too, or are harmless library classes."""
    left = {name for name in names if all(_PLAIN_BASE.fullmatch(base) or base in names for base in bases[name])}
    return frozenset(left) if left == names else _closed_under_bases(left, bases)


def _may_return_attribute(body: str) -> bool:
    """Return True if a call of an instance may return one of its attributes: a parameter has no graph."""
    places = _starts(_HANDS_OUT, body)
    return bool(places) and any(item.name in ("forward", "__call__") and item.contains(places) for item in _definitions(body))
