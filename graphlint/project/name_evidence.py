"""What a file's text says of the use of a name: `model.parameters()` proves a module, `.zero_grad()` with `.step()` an optimizer."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property

from graphlint.common.timing import Phase, Stopwatch
from graphlint.project.triggers import Scan, Triggers

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
    """The dotted name that ends at a character: looked for only where a use was found, since names are everywhere."""
    start = end
    while start and (text[start - 1].isalnum() or text[start - 1] in "_."):
        start -= 1
    return text[start:end].lstrip(".0123456789")


class FileEvidence:
    """The uses of dotted names in one file; its text is searched when something is first asked for."""

    def __init__(self, text: str, foreign: Callable[[], frozenset[str]] = frozenset, watch: Stopwatch | None = None) -> None:
        """Search a text.

        Args:
            text: the file's text.
            foreign: names that it imports and that are worth entering where they are defined.
            watch: measures what the searches take.
        """
        self.text = text
        self._watch = watch or Stopwatch()
        self._foreign = foreign
        self._triggers: tuple[frozenset[str], Triggers] | None = None

    def triggers(self) -> Triggers:
        """Which of the file's functions are worth entering."""
        with self._watch.phase(Phase.SEARCH):
            foreign = self._foreign()
            if self._triggers is None or self._triggers[0] != foreign:
                self._triggers = (foreign, Triggers(self.scan, foreign))
            return self._triggers[1]

    @cached_property
    def scan(self) -> Scan:
        """What one search of the text says of its functions."""
        with self._watch.phase(Phase.SEARCH):
            return Scan(self.text)

    @cached_property
    def stores(self) -> Mapping[str, list[int]]:
        """By attribute of self, the lines that assign to it, counted from 1."""
        return self._lines_of(_STORED)

    @cached_property
    def mentions(self) -> Mapping[str, list[int]]:
        """By identifier, the lines that mention it, counted from 1."""
        return self._lines_of(_IDENTIFIER)

    @cached_property
    def computed(self) -> tuple[str, ...]:
        """What the names begin with by which methods of self are taken: getattr(self, "_" + mode)."""
        return tuple({match.group(2) or "" for match in _COMPUTED.finditer(self.text)})

    @cached_property
    def values(self) -> frozenset[str]:
        """The attributes of self that are read and not called."""
        return frozenset(_VALUE.findall(self.text))

    @cached_property
    def uses(self) -> Mapping[str, set[str]]:
        """By dotted name, the methods that tell what it is."""
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
        """Look names up in files.

        Args:
            find: the evidence of a file by its path.
        """
        self._find = find
        self._found: dict[str, FileEvidence] = {}
        self._triggers: dict[str, Triggers] = {}

    def _of(self, path: str) -> FileEvidence:
        found = self._found.get(path)
        if found is None:
            found = self._found[path] = self._find(path)
        return found

    def triggers(self, path: str) -> Triggers:
        """Which of a file's functions are worth entering.

        Args:
            path: the file whose text is asked.
        """
        found = self._triggers.get(path)
        if found is None:
            found = self._triggers[path] = self._of(path).triggers()
        return found

    def plain_class(self, path: str, name: str) -> bool:
        """Whether a file defines a class of this name, of which nothing that a finding needs can be seen.

        Args:
            path: the file whose text is asked.
            name: the name of the class.
        """
        return name in self._of(path).scan.plain_classes

    def bare_class(self, path: str, name: str) -> bool:
        """Whether a file defines a class of this name that owns no parameters.

        Args:
            path: the file whose text is asked.
            name: the name of the class.
        """
        return name in self._of(path).scan.bare_classes

    def called(self, path: str, name: str) -> bool:
        """Whether a file calls something by this dotted name.

        Args:
            path: the file whose text is asked.
            name: the name as the file spells it.
        """
        return f"{name}(" in self._of(path).text

    def chosen(self, path: str, name: str) -> bool:
        """Whether a file takes a method of self by a computed name that may be this one, or as a value.

        Args:
            path: the file whose text is asked.
            name: the name of the method.
        """
        found = self._of(path)
        return name in found.values or any(name.startswith(start) for start in found.computed)

    def stores(self, path: str, name: str) -> list[int]:
        """The lines of a file that assign to an attribute of self, counted from 1.

        Args:
            path: the file whose text is asked.
            name: the attribute.
        """
        return self._of(path).stores.get(name, [])

    def mentions(self, path: str, name: str) -> list[int]:
        """The lines of a file that mention an identifier, counted from 1.

        Args:
            path: the file whose text is asked.
            name: the identifier.
        """
        return self._of(path).mentions.get(name, [])

    def kind(self, path: str, name: str) -> str:
        """ "module", "optimizer" or "" for a dotted name in a file.

        Args:
            path: the file whose text is asked.
            name: the name as the file spells it.
        """
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
