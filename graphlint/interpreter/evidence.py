"""What a file's text says of the use of a name: `model.parameters()` proves a module, `.zero_grad()` with `.step()` an optimizer."""

from __future__ import annotations

import re

from graphlint.interpreter.triggers import Triggers

_USES = re.compile(
    r"([A-Za-z_][\w.]*)\.(eval\(\)|train\(\)|train\((?:True|False)\)|parameters\(|named_parameters\(|modules\(|zero_grad\(|step\(|param_groups|"
    r"load_state_dict\(|requires_grad_\(False|state_dict\()"
)
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
_STORED = re.compile(r"self\.([A-Za-z_]\w*)(?:\s*,\s*self\.\w+)*\s*(?:[-+*/]|//|\*\*)?=(?!=)")
_STRONG = frozenset(("eval()", "parameters(", "named_parameters(", "modules(", "requires_grad_(False"))


class TextEvidence:
    """The uses of dotted names, by file; a file's text is searched when it is first asked for."""

    def __init__(self, texts: dict[str, str]) -> None:
        self._texts = texts
        self._uses: dict[str, dict[str, set[str]]] = {}
        self._mentions: dict[str, dict[str, list[int]]] = {}
        self._stores: dict[str, dict[str, list[int]]] = {}
        self._triggers: dict[str, Triggers] = {}

    def triggers(self, path: str) -> Triggers:
        """Which of a file's functions are worth entering.

        Args:
            path: the file whose text is asked.
        """
        if path not in self._triggers:
            self._triggers[path] = Triggers(self._texts.get(path, ""))
        return self._triggers[path]

    def called(self, path: str, name: str) -> bool:
        """Whether a file calls something by this dotted name.

        Args:
            path: the file whose text is asked.
            name: the name as the file spells it.
        """
        return f"{name}(" in self._texts.get(path, "")

    def stores(self, path: str, name: str) -> list[int]:
        """The lines of a file that assign to an attribute of self, counted from 1.

        Args:
            path: the file whose text is asked.
            name: the attribute.
        """
        if path not in self._stores:
            found: dict[str, list[int]] = {}
            for number, line in enumerate(self._texts.get(path, "").split("\n"), 1):
                for match in _STORED.finditer(line):
                    found.setdefault(match.group(1), []).append(number)
            self._stores[path] = found
        return self._stores[path].get(name, [])

    def mentions(self, path: str, name: str) -> list[int]:
        """The lines of a file that mention an identifier, counted from 1.

        Args:
            path: the file whose text is asked.
            name: the identifier.
        """
        if path not in self._mentions:
            found: dict[str, list[int]] = {}
            for number, line in enumerate(self._texts.get(path, "").split("\n"), 1):
                for word in _IDENTIFIER.findall(line):
                    found.setdefault(word, []).append(number)
            self._mentions[path] = found
        return self._mentions[path].get(name, [])

    def kind(self, path: str, name: str) -> str:
        """ "module", "optimizer" or "" for a dotted name in a file.

        Args:
            path: the file whose text is asked.
            name: the name as the file spells it.
        """
        if path not in self._uses:
            uses: dict[str, set[str]] = {}
            for match in _USES.finditer(self._texts.get(path, "")):
                uses.setdefault(match.group(1), set()).add(match.group(2))
            self._uses[path] = uses
        found = self._uses[path].get(name)
        if not found:
            return ""
        if ("zero_grad(" in found and "step(" in found) or ("step(" in found and "param_groups" in found):
            return "optimizer"
        if found & _STRONG or ("train()" in found and ("load_state_dict(" in found or "zero_grad(" in found)):
            return "module"
        if "zero_grad(" in found and "step(" not in found and "param_groups" not in found:
            return "optimizer" if "optim" in name.lower() else "module" if "train()" in found else ""
        return ""
