"""Settings files: where they stand, and what stands in them. What is wrong in one is an error that names the file and the key."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from graphlint.common.errors import SettingsError
from graphlint.common.spelling import suggestion
from graphlint.config.table import BY_NAME, EXTEND
from graphlint.source.regular_files import read_regular

PYPROJECT = "pyproject.toml"
# Of several in one folder the first counts.
NAMES = (".graphlint.toml", "graphlint.toml", PYPROJECT)
TOOL = "graphlint"
# The tables of other tools in which people look for settings.
OTHERS_TABLES = ("tool", "lint", "format", "graphlint")
PLACE = re.compile(r"^(?P<what>.*?) \(at (?:line (?P<line>\d+), column \d+|end of document)\)$", re.DOTALL)


@dataclass(frozen=True)
class Layer:
    """The settings of one file, or of the command line: the values by name, where they stand, and the folder that their paths are meant
    from."""

    values: Mapping[str, Any]
    place: str
    folder: str


def closest(folder: str, known: dict[str, str | None]) -> str | None:
    """The settings file that holds for a folder: the closest above it, None where there is none.

    Args:
        folder: the folder, absolute.
        known: what was found for folders before, and is found now.
    """
    passed: list[str] = []
    found: str | None = None
    while folder not in known:
        passed.append(folder)
        found = _in_folder(folder)
        above = os.path.dirname(folder)
        if found is not None or above == folder:
            break
        folder = above
    else:
        found = known[folder]
    known.update(dict.fromkeys(passed, found))
    return found


def layers_of(path: str) -> list[Layer]:
    """A settings file and those that it extends, the one that builds on all others last.

    Args:
        path: the file, absolute.

    Raises:
        SettingsError: if one cannot be read, holds what is no setting, or extends itself.
    """
    layers: list[Layer] = []
    seen: list[str] = []
    following: str | None = path
    named_by = ""
    while following is not None:
        real = os.path.realpath(following)
        if real in seen:
            chain = " extends ".join(shown(item) for item in (*seen[seen.index(real) :], real))
            raise SettingsError(f"{shown(seen[-1])}: extend: a settings file cannot extend itself ({chain})")
        seen.append(real)
        values = _read(following, named_by)
        problem = next(EXTEND.kind.problems(values["extend"]), None) if "extend" in values else None
        if problem:
            raise SettingsError(f"{shown(following)}: extend: {problem}")
        _require_good(values, following)
        folder = os.path.dirname(following)
        extended = values.pop("extend", None)
        layers.append(Layer(values, shown(following), folder))
        named_by = f"{shown(following)}: extend: "
        following = None if extended is None else os.path.normpath(os.path.join(folder, os.path.expanduser(extended)))
    return layers[::-1]


def parsed(text: str) -> dict[str, Any]:
    """The values of a text in TOML.

    Args:
        text: the text.

    Raises:
        ValueError: if it is none.
    """
    if sys.version_info >= (3, 11):
        import tomllib  # noqa: PLC0415  most folders that are checked hold no settings
    else:
        import tomli as tomllib  # noqa: PLC0415
    values: dict[str, Any] = tomllib.loads(text)
    return values


def problems(values: Mapping[str, Any], place: str = "") -> Iterator[str]:
    """What is wrong with settings, each beginning with the key.

    Args:
        values: the settings by name.
        place: where they have to stand, in the words of an error.
    """
    for name, value in values.items():
        option = BY_NAME.get(name)
        if option is not None:
            yield from (f"{name}: {problem}" for problem in option.kind.problems(value))
        elif place and isinstance(value, dict) and name in OTHERS_TABLES:
            yield f"unknown table {name}: graphlint's settings belong {place}"
        elif name != EXTEND.name:
            known = [*BY_NAME, EXTEND.name]
            meant = name.replace("_", "-")
            yield f"unknown setting {name}" + (f" (did you mean {meant}?)" if meant in known else suggestion(name, known))


def shown(path: str) -> str:
    """How a settings file is called: relative to the current folder where it lies below it.

    Args:
        path: the file, absolute.
    """
    here = os.getcwd().rstrip(os.sep) + os.sep
    return path.removeprefix(here)


def _in_folder(folder: str) -> str | None:
    """The settings file in a folder; a pyproject.toml without a table for graphlint is none."""
    for name in NAMES:
        path = os.path.join(folder, name)
        if os.path.isfile(path) and (name != PYPROJECT or _has_table(path)):
            return path
    return None


def _has_table(path: str) -> bool:
    """Whether a pyproject.toml speaks of graphlint; one that is broken is somebody else's business if it does not mention the name."""
    try:
        data = read_regular(path)
    except OSError:
        return False
    if TOOL.encode() not in data:
        return False
    tools = _parse(path, data).get("tool")
    return isinstance(tools, dict) and TOOL in tools


def _read(path: str, named_by: str) -> dict[str, Any]:
    """The settings in a file, unchecked."""
    try:
        data = read_regular(path)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SettingsError(f"{named_by}{shown(path)}: cannot be read: {reason}") from None
    values = _parse(path, data)
    if os.path.basename(path) != PYPROJECT:
        return values
    tools = values.get("tool")
    table = tools.get(TOOL, {}) if isinstance(tools, dict) else {}
    if not isinstance(table, dict):
        raise SettingsError(f"{shown(path)}: tool.{TOOL}: expected a table")
    return dict(table)


def _parse(path: str, data: bytes) -> dict[str, Any]:
    """A file's bytes as TOML."""
    try:
        return parsed(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        row = data[: error.start].count(b"\n") + 1
        raise SettingsError(f"{shown(path)}:{row}: not valid UTF-8") from None
    except RecursionError:
        raise SettingsError(f"{shown(path)}: invalid TOML: nested too deeply") from None
    except ValueError as error:
        place = PLACE.match(str(error))
        line = (place["line"] if place else None) or str(data.count(b"\n") + 1)
        raise SettingsError(f"{shown(path)}:{line}: invalid TOML: {place['what'] if place else error}") from None


def _require_good(values: Mapping[str, Any], path: str) -> None:
    """Refuse settings of which one is wrong: all that is wrong is told at once."""
    found = list(problems(values, f"in [tool.{TOOL}]" if os.path.basename(path) == PYPROJECT else "at the top of this file"))
    if found:
        raise SettingsError("\n".join(f"{shown(path)}: {problem}" for problem in found))
