"""Resolution of settings: the closest file above each checked file, the files that it extends, and the command line."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from graphlint.common.errors import UsageError
from graphlint.common.folders import is_below
from graphlint.config.files import Layer, closest, layers_of, setting_error
from graphlint.config.settings import Pattern, PerFileIgnore, Settings, require_known
from graphlint.config.table import BY_NAME, SETTINGS
from graphlint.config.value_types import PATH
from graphlint.libraries.assumptions import Assumptions
from graphlint.libraries.vocabulary import ModelEntry
from graphlint.rule.base import Severity
from graphlint.rule.registry import Registry
from graphlint.rule.unit_tests import Applicable
from graphlint.source.parsers import Parser

COMMAND_LINE = "the command line"
INLINE = "--config"
CACHE = "cache-dir"
CACHE_VARIABLE = "GRAPHLINT_CACHE_DIR"
"""Environment variable with the folder of the cache."""
DEFAULT = "default"
# On the command line these settings add to those of the file and do not replace them.
ADDITIVE_ON_COMMAND_LINE = ("select", "extend-select", "ignore", "extend-ignore")


@dataclass(frozen=True)
class EffectiveSettings:
    """Effective settings of a folder; `layers` are in ascending precedence, the command line last."""

    layers: tuple[Layer, ...]
    file: str | None

    def value(self, name: str) -> Any:
        """Return the merged or overridden value of a setting, or its default."""
        setting = BY_NAME[name]
        values = [layer.values[name] for layer in self.layers if name in layer.values]
        if not values or not setting.merged:
            return values[-1] if values else setting.default
        if isinstance(setting.default, dict):
            return {key: value for table in values for key, value in table.items()}
        return [item for elements in values for item in elements]

    def origin(self, name: str) -> str:
        """Return the source of a setting: files, the command line, or "default"."""
        origins = [layer.place for layer in self.layers if name in layer.values]
        return ", ".join(dict.fromkeys(origins if BY_NAME[name].merged else origins[-1:])) or DEFAULT

    def path(self, name: str) -> str | None:
        """Return a path setting as an absolute path: relative to the folder of its file, or to the root for a default."""
        value = self.value(name)
        if value is None:
            return None
        folder = next((layer.folder for layer in reversed(self.layers) if name in layer.values), self.root)
        return os.path.normpath(os.path.join(folder, os.path.expanduser(value)))

    @property
    def root(self) -> str:
        """Root of the project: the folder of its settings file, or the current folder."""
        return os.path.dirname(os.path.abspath(self.file)) if self.file is not None else os.getcwd()

    @cached_property
    def settings(self) -> Settings:
        """Settings that files of the folder are checked with."""
        from_files = EffectiveSettings(tuple(layer for layer in self.layers if layer.place != COMMAND_LINE), self.file)
        command_line = EffectiveSettings(tuple(layer for layer in self.layers if layer.place == COMMAND_LINE), None)
        values = {name: from_files.value(name) for name in ADDITIVE_ON_COMMAND_LINE}
        selected = command_line.value("select")
        if selected is not None:
            # --select replaces the selection of the files.
            values["select"], values["extend-select"] = [], []
        return Settings(
            select=None if values["select"] is None else tuple(values["select"]),
            extend_select=tuple(values["extend-select"]),
            ignore=(*values["ignore"], *values["extend-ignore"]),
            command_line_select=(*(selected or ()), *command_line.value("extend-select")),
            command_line_ignore=(*command_line.value("ignore"), *command_line.value("extend-ignore")),
            per_file_ignores=self._per_file_ignores,
            exclude=(*self._patterns("exclude"), *self._patterns("extend-exclude")),
            severity=tuple((selector, Severity(word)) for selector, word in self.value("severity").items()),
            assumptions=Assumptions(
                self.value("target-torch"), tuple((name, ModelEntry.of(word)) for name, word in sorted(self.value("effects").items()))
            ),
            src=tuple(os.path.normpath(os.path.join(folder, item)) for folder, value in self._sources() for item in value),
            parser=Parser(self.value("parser")),
            unit_tests=Applicable(self.value("unit-tests")),
            preview=self.value("preview"),
        )

    @property
    def _per_file_ignores(self) -> tuple[PerFileIgnore, ...]:
        tables = (*self._values_with_folders("per-file-ignores"), *self._values_with_folders("extend-per-file-ignores"))
        return tuple(
            PerFileIgnore(Pattern(folder, pattern), tuple(selectors)) for folder, table in tables for pattern, selectors in table.items()
        )

    def _sources(self) -> list[tuple[str, Any]]:
        """Return the import folders; by default the folder of the settings file, if there is one."""
        return self._values_with_folders("src") or ([(self.root, BY_NAME["src"].default)] if self.file is not None else [])

    def _patterns(self, name: str) -> list[Pattern]:
        return [Pattern(folder, text) for folder, value in self._values_with_folders(name) for text in value]

    def _values_with_folders(self, name: str) -> list[tuple[str, Any]]:
        """Return the values of a setting with their folders: all of them if they are merged, else the last."""
        values = [(layer.folder, layer.values[name]) for layer in self.layers if name in layer.values]
        return values if BY_NAME[name].merged else values[-1:]


class Configuration:
    """Settings of a run by folder.

    Args:
        command_line: values of command-line options by setting.
        file: settings file to use for all files instead of the closest.
        isolated: ignore all settings files.
        registry: all rules, to validate selectors; None for a command that selects no rules.
        inline: settings passed with --config, which override those of files.
    """

    def __init__(
        self,
        command_line: Mapping[str, Any] | None = None,
        file: str | None = None,
        isolated: bool = False,
        registry: Registry | None = None,
        inline: Mapping[str, Any] | None = None,
    ) -> None:
        if isolated and file is not None:
            raise UsageError(f"--isolated ignores all settings files; leave it out, or --config {file}")
        folder = os.environ.get(CACHE_VARIABLE)
        layers = (
            Layer({CACHE: folder} if folder else {}, CACHE_VARIABLE, os.getcwd()),
            Layer(inline or {}, INLINE, os.getcwd()),
            Layer(command_line or {}, COMMAND_LINE, os.getcwd()),
        )
        self._command_line_layers = [layer for layer in layers if layer.values]
        self._file = os.path.abspath(file) if file is not None else None
        self._isolated = isolated
        self._registry = registry
        self._closest: dict[str, str | None] = {}
        self._by_file: dict[str | None, EffectiveSettings] = {}
        self._by_folder: dict[str, EffectiveSettings] = {}

    def of_folder(self, folder: str) -> EffectiveSettings:
        """Return the effective settings of a folder.

        Raises:
            SettingsError: if a settings file is invalid.
        """
        settings = self._by_folder.get(folder)
        if settings is None:
            settings = self._by_folder[folder] = self._resolve(folder)
        return settings

    def of_file(self, path: str) -> EffectiveSettings:
        """Return the effective settings of a file.

        Raises:
            SettingsError: if a settings file is invalid.
        """
        return self.of_folder(os.path.dirname(path))

    def closest_file(self, path: str) -> str | None:
        """Return the settings file that applies to a file because of its place; None if there is none, or another one is used."""
        if self._isolated or self._file is not None:
            return None
        return closest(os.path.dirname(os.path.abspath(path)), self._closest)

    def of_run(self) -> EffectiveSettings:
        """Return the effective settings of the current folder, for the run as a whole.

        Raises:
            SettingsError: if a settings file is invalid.
        """
        return self.of_folder(os.getcwd())

    def _resolve(self, folder: str) -> EffectiveSettings:
        """Return the effective settings of a folder, by the closest settings file."""
        file = self._file
        if file is None and not self._isolated:
            file = closest(os.path.abspath(folder), self._closest)
        if file not in self._by_file:
            layers = layers_of(file) if file is not None else []
            self._require_known(layers)
            effective = EffectiveSettings((*layers, *self._command_line_layers), file)
            if self._file is None:
                _require_own_cache(effective)
            self._by_file[file] = effective
        return self._by_file[file]

    def _require_known(self, layers: Sequence[Layer]) -> None:
        """Raise an error for selectors that match no rule."""
        if self._registry is None:
            return
        for layer in layers:
            for name, value in layer.values.items():
                require_known(BY_NAME[name].kind.selectors(value), f"{layer.place}: {name}", self._registry, layer.file, name)


def _require_own_cache(effective: EffectiveSettings) -> None:
    """Raise an error if a settings file that the user has not named sets a cache outside of its project.

    A check of a cloned repository creates no folders elsewhere.

    Raises:
        SettingsError: if so.
    """
    layer = next((layer for layer in reversed(effective.layers) if CACHE in layer.values), None)
    folder = effective.path(CACHE)
    if layer is None or not layer.file or folder is None:
        return
    real = os.path.realpath(folder)
    if not any(is_below(real, root) and real != root for root in map(os.path.realpath, (layer.folder, effective.root))):
        problem = f"{folder} is not below the project's directory; choose one that is, or set it by --{CACHE} or {CACHE_VARIABLE}"
        raise setting_error(layer.file, CACHE, problem)


def describe(effective: EffectiveSettings) -> dict[str, tuple[Any, str]]:
    """Return the value and the origin of every setting; paths are absolute."""
    return {
        setting.name: (
            effective.path(setting.name) if setting.kind is PATH else effective.value(setting.name),
            effective.origin(setting.name),
        )
        for setting in SETTINGS
    }
