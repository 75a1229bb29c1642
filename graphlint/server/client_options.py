"""What the client sets: for a workspace folder, or for all of them. What is wrong in it is told, and the rest holds."""

from __future__ import annotations

import enum
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from graphlint.server.workers.messages import Rules

SECTION = "graphlint"
LEVELS = {
    "trace": logging.DEBUG,
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warn": logging.WARNING,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}


class RunOn(enum.Enum):
    """When a program is checked."""

    TYPE = "onType"
    SAVE = "onSave"


@dataclass(frozen=True)
class Options:
    """What a client has set; `problems` say what of it could not be understood."""

    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    configuration: str = ""
    run: RunOn = RunOn.TYPE
    enabled: bool = True
    fix_all: bool = True
    hover: bool = True
    inlay_hints: bool = True
    code_lens: bool = True
    level: int = logging.INFO
    problems: tuple[str, ...] = field(default=())

    def rules(self, folder: str) -> Rules:
        """What is sent to a worker of it.

        Args:
            folder: the workspace folder that it holds for.
        """
        return Rules(folder, self.select, self.ignore, self.extend_select, self.configuration)


def options_of(told: object) -> Options:
    """The options that a client has told.

    Args:
        told: what it has sent, for the section or with the section as its only key.
    """
    if isinstance(told, Mapping) and isinstance(told.get(SECTION), Mapping):
        told = told[SECTION]
    if told is None:
        return Options()
    if not isinstance(told, Mapping):
        return Options(problems=(f"{SECTION}: has to be an object",))
    reading = _Reading(told)
    return Options(
        # Editors leave an empty list behind where somebody has taken the last word out.
        select=reading.words("select") or None,
        ignore=reading.words("ignore") or (),
        extend_select=reading.words("extendSelect") or (),
        configuration=reading.text("configuration"),
        run=reading.one_of("run", RunOn, RunOn.TYPE),
        enabled=reading.switch("enable", True) and reading.switch("lint", True),
        fix_all=reading.switch("fixAll", True),
        hover=reading.switch("hover", True),
        inlay_hints=reading.switch("inlayHints", True),
        code_lens=reading.switch("codeLens", True),
        level=reading.level(),
        problems=tuple(reading.problems),
    )


class _Reading:
    """Reads values, and notes what is wrong."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        self._told = told
        self.problems: list[str] = []

    def words(self, name: str) -> tuple[str, ...] | None:
        """A list of texts, or texts separated by commas."""
        value = self._told.get(name)
        if value is None:
            return None
        if isinstance(value, str):
            value = [word.strip() for word in value.split(",") if word.strip()]
        if isinstance(value, list) and all(isinstance(word, str) for word in value):
            return tuple(value)
        self._wrong(name, "has to be a list of rules")
        return None

    def text(self, name: str) -> str:
        """A text."""
        value = self._told.get(name)
        if value is None or isinstance(value, str):
            return value or ""
        self._wrong(name, "has to be a path")
        return ""

    def switch(self, name: str, default: bool) -> bool:
        """True or false; an object may hold it under `enable`."""
        value = self._told.get(name, self._told.get(f"{name}.enable"))
        if isinstance(value, Mapping):
            value = value.get("enable", value.get("enabled"))
        if value is None or isinstance(value, bool):
            return default if value is None else value
        self._wrong(name, "has to be true or false")
        return default

    def one_of(self, name: str, kinds: type[RunOn], default: RunOn) -> RunOn:
        """One of the words of an enumeration."""
        value = self._told.get(name)
        known = {kind.value: kind for kind in kinds}
        if isinstance(value, str) and value in known:
            return known[value]
        if value is not None:
            self._wrong(name, f"has to be one of {', '.join(known)}")
        return default

    def level(self) -> int:
        """A level of the log."""
        value = self._told.get("logLevel")
        if isinstance(value, str) and value.casefold() in LEVELS:
            return LEVELS[value.casefold()]
        if value is not None:
            self._wrong("logLevel", f"has to be one of {', '.join(LEVELS)}")
        return logging.INFO

    def _wrong(self, name: str, problem: str) -> None:
        self.problems.append(f"{SECTION}.{name}: {problem}")
