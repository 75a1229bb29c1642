"""Which settings are in force: the closest file above each checked file, what it builds on, and the command line over both."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from graphlint.autograd.assumptions import Assumptions, Effect
from graphlint.common.errors import UsageError
from graphlint.config.files import Layer, closest, layers_of
from graphlint.config.settings import Pattern, PerFileIgnore, Settings, require_known
from graphlint.config.table import BY_NAME, SETTINGS
from graphlint.config.value_types import PATH
from graphlint.rule.base import Severity
from graphlint.rule.registry import Registry

COMMAND_LINE = "the command line"
INLINE = "--config"
DEFAULT = "default"
# Where the command line selects or ignores rules it is heard beside the file, not in its place.
HEARD_BESIDE = ("select", "extend-select", "ignore", "extend-ignore")


@dataclass(frozen=True)
class InForce:
    """The settings in force for a folder: what the layers say, from that which is built on to the command line."""

    layers: tuple[Layer, ...]
    file: str | None

    def value(self, name: str) -> Any:
        """The value of a setting: joined, replaced or by default.

        Args:
            name: its name.
        """
        setting = BY_NAME[name]
        told = [layer.values[name] for layer in self.layers if name in layer.values]
        if not told or not setting.merged:
            return told[-1] if told else setting.default
        if isinstance(setting.default, dict):
            return {key: value for one in told for key, value in one.items()}
        return [item for one in told for item in one]

    def origin(self, name: str) -> str:
        """Where a setting comes from: files, the command line, or "default".

        Args:
            name: its name.
        """
        told = [layer.place for layer in self.layers if name in layer.values]
        return ", ".join(dict.fromkeys(told if BY_NAME[name].merged else told[-1:])) or DEFAULT

    def path(self, name: str) -> str | None:
        """A setting that is a path, from the folder of the file that says it; from the root where it is by default.

        Args:
            name: its name.
        """
        value = self.value(name)
        if value is None:
            return None
        folder = next((layer.folder for layer in reversed(self.layers) if name in layer.values), self.root)
        return os.path.normpath(os.path.join(folder, os.path.expanduser(value)))

    @property
    def root(self) -> str:
        """The root of the project: the folder of its settings file, or the current one."""
        return os.path.dirname(os.path.abspath(self.file)) if self.file is not None else os.getcwd()

    @cached_property
    def settings(self) -> Settings:
        """What files are checked by."""
        from_files = InForce(tuple(layer for layer in self.layers if layer.place != COMMAND_LINE), self.file)
        by_hand = InForce(tuple(layer for layer in self.layers if layer.place == COMMAND_LINE), None)
        told = {name: from_files.value(name) for name in HEARD_BESIDE}
        chosen, refused = by_hand.value("select"), by_hand.value("ignore")
        if chosen is not None:
            # Who selects by hand wants these and no others.
            told["select"], told["extend-select"] = [], []
        return Settings(
            select=None if told["select"] is None else tuple(told["select"]),
            extend_select=tuple(told["extend-select"]),
            ignore=(*told["ignore"], *told["extend-ignore"]),
            chosen=(*(chosen or ()), *by_hand.value("extend-select")),
            refused=(*refused, *by_hand.value("extend-ignore")),
            per_file_ignores=self._per_file_ignores,
            exclude=(*self._patterns("exclude"), *self._patterns("extend-exclude")),
            severity=tuple((selector, Severity(word)) for selector, word in self.value("severity").items()),
            assumptions=Assumptions(
                self.value("target-torch"), tuple((name, Effect(word)) for name, word in sorted(self.value("effects").items()))
            ),
            src=tuple(os.path.normpath(os.path.join(folder, item)) for folder, value in self._sources() for item in value),
        )

    @property
    def _per_file_ignores(self) -> tuple[PerFileIgnore, ...]:
        tables = (*self._told("per-file-ignores"), *self._told("extend-per-file-ignores"))
        return tuple(
            PerFileIgnore(Pattern(folder, pattern), tuple(selectors)) for folder, table in tables for pattern, selectors in table.items()
        )

    def _sources(self) -> list[tuple[str, Any]]:
        """The folders that modules are imported from; by default that of the settings file, where there is one."""
        return self._told("src") or ([(self.root, BY_NAME["src"].default)] if self.file is not None else [])

    def _patterns(self, name: str) -> list[Pattern]:
        return [Pattern(folder, text) for folder, value in self._told(name) for text in value]

    def _told(self, name: str) -> list[tuple[str, Any]]:
        """What the layers say of a setting, each with its folder: the last, or all where they are joined."""
        told = [(layer.folder, layer.values[name]) for layer in self.layers if name in layer.values]
        return told if BY_NAME[name].merged else told[-1:]


class Configuration:
    """The settings of a run, file by file.

    Args:
        by_hand: what the options of the command line say, by name.
        inline: settings that the command line gives as such: they replace those of files.
        file: a settings file that holds for all files, in place of the closest.
        isolated: whether no settings file is read.
        registry: all rules there are, for the check of selectors; None where nobody asks for rules.
    """

    def __init__(
        self,
        by_hand: Mapping[str, Any] | None = None,
        file: str | None = None,
        isolated: bool = False,
        registry: Registry | None = None,
        inline: Mapping[str, Any] | None = None,
    ) -> None:
        if isolated and file is not None:
            raise UsageError(f"--isolated ignores all settings files; leave it out, or --config {file}")
        given = (Layer(inline or {}, INLINE, os.getcwd()), Layer(by_hand or {}, COMMAND_LINE, os.getcwd()))
        self._given = [layer for layer in given if layer.values]
        self._file = os.path.abspath(file) if file is not None else None
        self._isolated = isolated
        self._registry = registry
        self._closest: dict[str, str | None] = {}
        self._in_force: dict[str | None, InForce] = {}
        self._of_folders: dict[str, InForce] = {}

    def of_folder(self, folder: str) -> InForce:
        """The settings in force in a folder.

        Args:
            folder: the folder.

        Raises:
            SettingsError: if a settings file is wrong.
        """
        found = self._of_folders.get(folder)
        if found is None:
            found = self._of_folders[folder] = self._found(folder)
        return found

    def of_file(self, path: str) -> InForce:
        """The settings in force for a file.

        Args:
            path: the file.

        Raises:
            SettingsError: if a settings file is wrong.
        """
        return self.of_folder(os.path.dirname(path))

    def of_run(self) -> InForce:
        """The settings of the run as a whole: those of the current folder.

        Raises:
            SettingsError: if a settings file is wrong.
        """
        return self.of_folder(os.getcwd())

    def _found(self, folder: str) -> InForce:
        """The settings in force in a folder, found by looking for the closest file."""
        file = self._file
        if file is None and not self._isolated:
            file = closest(os.path.abspath(folder), self._closest)
        if file not in self._in_force:
            layers = layers_of(file) if file is not None else []
            self._require_known(layers)
            self._in_force[file] = InForce((*layers, *self._given), file)
        return self._in_force[file]

    def _require_known(self, layers: Sequence[Layer]) -> None:
        """Refuse selectors that name no rule."""
        if self._registry is None:
            return
        for layer in layers:
            for name, value in layer.values.items():
                require_known(BY_NAME[name].kind.selectors(value), f"{layer.place}: {name}", self._registry)


def described(in_force: InForce) -> dict[str, tuple[Any, str]]:
    """All settings in force: the value of each, paths from their root, and where it comes from.

    Args:
        in_force: the settings.
    """
    return {
        setting.name: (
            in_force.path(setting.name) if setting.kind is PATH else in_force.value(setting.name),
            in_force.origin(setting.name),
        )
        for setting in SETTINGS
    }
