"""Evidence in a file's text for the kind of a name: `model.parameters()` implies a module, `.zero_grad()` with `.step()` an optimizer."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property

from graphlint.common.timing import Phase, Stopwatch
from graphlint.project.root_triggers import Scan, Triggers

_USES = re.compile(
    r"\.(eval\(\)|train\(\)|train\((?:True|False)\)|parameters\(|named_parameters\(|modules\(|zero_grad\(|step\(|param_groups|"
    r"load_state_dict\(|requires_grad_\(False|state_dict\()"
)
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
_STORED = re.compile(r"self\.([A-Za-z_]\w*)(?:\s*,\s*self\.\w+)*\s*(?:[-+*/]|//|\*\*)?=(?!=)")
_COMPUTED = re.compile(r"\bgetattr\(\s*self\s*,\s*(?:f?([\"'])(\w*)(?:\{|\1\s*[+%])|(?!\s|f?[\"']))")
_VALUE = re.compile(r"(?<!\w)self\.([A-Za-z_]\w*)(?!\w|\s*\(|\s*(?:[-+*/]|//|\*\*)?=(?!=)|\.|\[)")
_STRONG = frozenset(("eval()", "parameters(", "named_parameters(", "modules(", "requires_grad_(False"))


def _name_before(text: str, end: int) -> str:
    """Return the dotted name that ends at an offset. Called only where a use was found, since names are everywhere."""
    start = end
    while start and (text[start - 1].isalnum() or text[start - 1] in "_."):
        start -= 1
    return text[start:end].lstrip(".0123456789")


class FileEvidence:
    """The uses of dotted names in one file; its text is searched on first use."""

    def __init__(self, text: str, relevant_names: Callable[[], frozenset[str]] = frozenset, watch: Stopwatch | None = None) -> None:
        self.text = text
        self._watch = watch or Stopwatch()
        self._relevant_names = relevant_names
        self._triggers: tuple[frozenset[str], Triggers] | None = None

    def triggers(self) -> Triggers:
        """The functions of the file that are worth analyzing."""
        with self._watch.phase(Phase.SEARCH):
            relevant_names = self._relevant_names()
            if self._triggers is None or self._triggers[0] != relevant_names:
                self._triggers = (relevant_names, Triggers(self.scan, relevant_names))
            return self._triggers[1]

    @cached_property
    def scan(self) -> Scan:
        """The search of the text for functions and triggers."""
        with self._watch.phase(Phase.SEARCH):
            return Scan(self.text)

    @cached_property
    def stores(self) -> Mapping[str, list[int]]:
        """The lines (from 1) that assign to each attribute of self."""
        return self._lines_of(_STORED)

    @cached_property
    def mentions(self) -> Mapping[str, list[int]]:
        """The lines (from 1) that mention each identifier."""
        return self._lines_of(_IDENTIFIER)

    @cached_property
    def computed_prefixes(self) -> tuple[str, ...]:
        """The prefixes of names by which methods of self are selected: getattr(self, "_" + mode)."""
        return tuple({match.group(2) or "" for match in _COMPUTED.finditer(self.text)})

    @cached_property
    def values(self) -> frozenset[str]:
        """The attributes of self that are read without a call."""
        return frozenset(_VALUE.findall(self.text))

    @cached_property
    def uses(self) -> Mapping[str, set[str]]:
        """The methods called on each dotted name that imply its kind."""
        found: dict[str, set[str]] = {}
        with self._watch.phase(Phase.SEARCH):
            for match in _USES.finditer(self.text):
                name = _name_before(self.text, match.start())
                if name:
                    found.setdefault(name, set()).add(match.group(1))
        return found

    def _lines_of(self, pattern: re.Pattern[str]) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        with self._watch.phase(Phase.SEARCH):
            for number, line in enumerate(self.text.split("\n"), 1):
                for word in pattern.findall(line):
                    found.setdefault(word, []).append(number)
        return found


class TextEvidence:
    """The uses of dotted names, by file."""

    def __init__(self, find: Callable[[str], FileEvidence]) -> None:
        self._find = find
        self._found: dict[str, FileEvidence] = {}
        self._triggers: dict[str, Triggers] = {}

    def _of(self, path: str) -> FileEvidence:
        found = self._found.get(path)
        if found is None:
            found = self._found[path] = self._find(path)
        return found

    def triggers(self, path: str) -> Triggers:
        """Return the functions of a file that are worth analyzing."""
        found = self._triggers.get(path)
        if found is None:
            found = self._triggers[path] = self._of(path).triggers()
        return found

    def opaque_class(self, path: str, name: str) -> bool:
        """Return True if a file defines the class, and it can be treated as opaque."""
        return name in self._of(path).scan.opaque_classes

    def parameterless_class(self, path: str, name: str) -> bool:
        """Return True if a file defines the class, and it owns no parameters."""
        return name in self._of(path).scan.parameterless_classes

    def called(self, path: str, name: str) -> bool:
        """Return True if a file calls something by this dotted name."""
        return f"{name}(" in self._of(path).text

    def may_be_selected(self, path: str, name: str) -> bool:
        """Return True if a file uses a method of self as a value, or selects one by a computed name that may match."""
        found = self._of(path)
        return name in found.values or any(name.startswith(start) for start in found.computed_prefixes)

    def stores(self, path: str, name: str) -> list[int]:
        """Return the lines (from 1) of a file that assign to an attribute of self."""
        return self._of(path).stores.get(name, [])

    def mentions(self, path: str, name: str) -> list[int]:
        """Return the lines (from 1) of a file that mention an identifier."""
        return self._of(path).mentions.get(name, [])

    def kind(self, path: str, name: str) -> str:
        """Return "module", "optimizer" or "" for a dotted name in a file."""
        found = self._of(path).uses.get(name)
        if not found:
            return ""
        if ("zero_grad(" in found and "step(" in found) or ("step(" in found and "param_groups" in found):
            return "optimizer"
        if found & _STRONG or ("train()" in found and ("load_state_dict(" in found or "zero_grad(" in found)):
            return "module"
        if "zero_grad(" in found and "step(" not in found and "param_groups" not in found:
            return "optimizer" if "optim" in name.lower() else "module" if "train()" in found else ""
        return ""
