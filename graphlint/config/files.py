"""Settings files: finding and reading them. An error in one names the file and the key."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from graphlint.common.errors import SettingsError, SettingsPlace
from graphlint.common.spelling import suggestion
from graphlint.config.rows import row_of
from graphlint.config.table import BY_NAME, EXTEND
from graphlint.source.regular_files import read_regular

PYPROJECT = "pyproject.toml"
# In order of precedence within a folder.
NAMES = (".graphlint.toml", "graphlint.toml", PYPROJECT)
TOOL_NAME = "graphlint"
# Tables of other tools' settings, which users may copy.
FOREIGN_TABLES = ("tool", "lint", "format", "graphlint")
PLACE = re.compile(r"^(?P<what>.*?) \(at (?:line (?P<line>\d+), column \d+|end of document)\)$", re.DOTALL)


@dataclass(frozen=True)
class Layer:
    """Settings of one file or of the command line: the values by name, the place shown in errors, and the folder that relative paths
    start from. `file` is the absolute path of the file."""

    values: Mapping[str, Any]
    place: str
    folder: str
    file: str = ""


def closest(folder: str, cache: dict[str, str | None]) -> str | None:
    """Return the closest settings file at or above an absolute folder, or None.

    Args:
        folder: the folder.
        cache: results of earlier calls by folder; updated.
    """
    visited: list[str] = []
    file: str | None = None
    while folder not in cache:
        visited.append(folder)
        file = _in_folder(folder)
        above = os.path.dirname(folder)
        if file is not None or above == folder:
            break
        folder = above
    else:
        file = cache[folder]
    cache.update(dict.fromkeys(visited, file))
    return file


def layers_of(path: str) -> list[Layer]:
    """Return the layers of an absolute settings file and of those that it extends; the file itself is last.

    Raises:
        SettingsError: if a file cannot be read, has an invalid setting, or extends itself.
    """
    layers: list[Layer] = []
    seen: list[str] = []
    next_file: str | None = path
    referrer = ""
    while next_file is not None:
        real = os.path.realpath(next_file)
        if real in seen:
            chain = " extends ".join(display_path(item) for item in (*seen[seen.index(real) :], real))
            raise setting_error(layers[-1].file, EXTEND.name, f"a settings file cannot extend itself ({chain})")
        seen.append(real)
        values = _read(next_file, referrer)
        problem = next(EXTEND.kind.problems(values["extend"]), None) if "extend" in values else None
        if problem:
            raise setting_error(next_file, EXTEND.name, problem)
        _require_valid(values, next_file)
        folder = os.path.dirname(next_file)
        extended = values.pop("extend", None)
        layers.append(Layer(values, display_path(next_file), folder, next_file))
        referrer = next_file
        next_file = None if extended is None else os.path.normpath(os.path.join(folder, os.path.expanduser(extended)))
    return layers[::-1]


def parse_toml(text: str) -> dict[str, Any]:
    """Parse TOML.

    Raises:
        ValueError: if the text is not valid TOML.
    """
    if sys.version_info >= (3, 11):
        import tomllib  # noqa: PLC0415  most folders that are checked hold no settings
    else:
        import tomli as tomllib  # noqa: PLC0415
    values: dict[str, Any] = tomllib.loads(text)
    return values


def problems(values: Mapping[str, Any], place: str = "") -> Iterator[str]:
    """Yield the errors in settings, each beginning with the key.

    Args:
        values: the settings by name.
        place: where settings belong in this file, as in "in [tool.graphlint]"; empty for the command line.
    """
    for name, value in values.items():
        option = BY_NAME.get(name)
        if option is not None:
            yield from (f"{name}: {problem}" for problem in option.kind.problems(value))
        elif place and isinstance(value, dict) and name in FOREIGN_TABLES:
            yield f"unknown table {name}: graphlint's settings belong {place}"
        elif name != EXTEND.name:
            setting_names = [*BY_NAME, EXTEND.name]
            similar = name.replace("_", "-")
            yield f"unknown setting {name}" + (
                f" (did you mean {similar}?)" if similar in setting_names else suggestion(name, setting_names)
            )


def setting_error(path: str, name: str, problem: str, value: str = "") -> SettingsError:
    """Return the error for a setting of a file; `value` is the string in its value that is invalid, if it is known."""
    return SettingsError(f"{display_path(path)}: {name}: {problem}", (_place(path, name, f"{name}: {problem}", value),))


def display_path(path: str) -> str:
    """Return an absolute path relative to the current folder if it is below it."""
    here = os.getcwd().rstrip(os.sep) + os.sep
    return path.removeprefix(here)


def _in_folder(folder: str) -> str | None:
    """Return the settings file in a folder; a pyproject.toml without a table for graphlint does not count."""
    for name in NAMES:
        path = os.path.join(folder, name)
        if os.path.isfile(path) and (name != PYPROJECT or _has_table(path)):
            return path
    return None


def _has_table(path: str) -> bool:
    """Return whether a pyproject.toml has a table for graphlint. Invalid TOML is an error only if the file mentions graphlint."""
    try:
        data = read_regular(path)
    except OSError:
        return False
    if TOOL_NAME.encode() not in data:
        return False
    tools = _parse(path, data).get("tool")
    return isinstance(tools, dict) and TOOL_NAME in tools


def _read(path: str, referrer: str) -> dict[str, Any]:
    """Return the settings in a file without validating them."""
    try:
        data = read_regular(path)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = f"{display_path(path)}: cannot be read: {reason}"
        raise (setting_error(referrer, EXTEND.name, message) if referrer else SettingsError(message)) from None
    values = _parse(path, data)
    if os.path.basename(path) != PYPROJECT:
        return values
    tools = values.get("tool")
    table = tools.get(TOOL_NAME, {}) if isinstance(tools, dict) else {}
    if not isinstance(table, dict):
        raise setting_error(path, f"tool.{TOOL_NAME}", "expected a table")
    return dict(table)


def _parse(path: str, data: bytes) -> dict[str, Any]:
    try:
        return parse_toml(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise _syntax_error(path, data[: error.start].count(b"\n") + 1, "not valid UTF-8") from None
    except RecursionError:
        message = "invalid TOML: nested too deeply"
        raise SettingsError(f"{display_path(path)}: {message}", (SettingsPlace(path, 1, message),)) from None
    except ValueError as error:
        place = PLACE.match(str(error))
        row = int((place["line"] if place else None) or data.count(b"\n") + 1)
        raise _syntax_error(path, row, f"invalid TOML: {place['what'] if place else error}") from None


def _syntax_error(path: str, row: int, problem: str) -> SettingsError:
    return SettingsError(f"{display_path(path)}:{row}: {problem}", (SettingsPlace(path, row, problem),))


def _require_valid(values: Mapping[str, Any], path: str) -> None:
    """Raise all errors in the settings of a file as one SettingsError."""
    where = f"in [tool.{TOOL_NAME}]" if os.path.basename(path) == PYPROJECT else "at the top of this file"
    errors = [(name, problem) for name, value in values.items() for problem in problems({name: value}, where)]
    if errors:
        places = tuple(_place(path, name, problem) for name, problem in errors)
        raise SettingsError("\n".join(f"{display_path(path)}: {problem}" for _, problem in errors), places)


def _place(path: str, name: str, problem: str, value: str = "") -> SettingsPlace:
    """Return the place of an error in the value of a setting."""
    try:
        text = read_regular(path).decode("utf-8-sig", "replace")
    except (OSError, ValueError):
        return SettingsPlace(path, 1, problem)
    table = f"tool.{TOOL_NAME}" if os.path.basename(path) == PYPROJECT else ""
    return SettingsPlace(path, row_of(text, table, name, value), problem)
