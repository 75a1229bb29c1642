"""Options that the client sets, for one workspace folder or for all.

An option is one field of `Options`: its name in the client's settings, the function that reads it, and its default. Invalid values are
reported and replaced by the default.
"""

from __future__ import annotations

import enum
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from graphlint.server.workers.messages import FolderConfig

SECTION = "graphlint"
LOG_LEVELS = {
    "trace": logging.DEBUG,
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warn": logging.WARNING,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}
NAME, READ = "name", "read"

Value = TypeVar("Value")


class RunOn(enum.Enum):
    """Event that starts a check."""

    TYPE = "onType"
    SAVE = "onSave"


class InvalidOption(Exception):
    """A value has the wrong type; the message says what is expected."""


def _read_rules(value: Any) -> tuple[str, ...] | None:
    """Read a list of strings, or a string with commas."""
    if isinstance(value, str):
        value = [word.strip() for word in value.split(",") if word.strip()]
    if isinstance(value, list) and all(isinstance(word, str) for word in value):
        # Settings editors store an empty list after the last item was removed.
        return tuple(value) or None
    raise InvalidOption("expected a list of rules")


def _read_path(value: Any) -> str:
    if isinstance(value, str):
        return value
    raise InvalidOption("expected a path")


def _read_switch(value: Any) -> bool | None:
    """Read a Boolean, or an object with a Boolean under `enable`."""
    if isinstance(value, Mapping):
        value = value.get("enable", value.get("enabled"))
    if value is None or isinstance(value, bool):
        return value
    raise InvalidOption("expected true or false")


def _read_run(value: Any) -> RunOn:
    try:
        return RunOn(value)
    except ValueError:
        raise InvalidOption(f"expected one of {', '.join(kind.value for kind in RunOn)}") from None


def _read_level(value: Any) -> int:
    if isinstance(value, str) and value.casefold() in LOG_LEVELS:
        return LOG_LEVELS[value.casefold()]
    raise InvalidOption(f"expected one of {', '.join(LOG_LEVELS)}")


def _option(name: str, read: Callable[[Any], Value | None], default: Value) -> Value:
    """Declare an option; `read` returns None for the default and raises `InvalidOption`."""
    option: Value = field(default=default, metadata={NAME: name, READ: read})
    return option


@dataclass(frozen=True)
class Options:
    """Options of a client; `problems` describe the invalid ones."""

    select: tuple[str, ...] | None = _option("select", _read_rules, None)
    ignore: tuple[str, ...] = _option("ignore", _read_rules, ())
    extend_select: tuple[str, ...] = _option("extendSelect", _read_rules, ())
    configuration: str = _option("configuration", _read_path, "")
    run: RunOn = _option("run", _read_run, RunOn.TYPE)  # noqa: RUF009  a member of an enum is immutable
    enable: bool = _option("enable", _read_switch, True)
    lint: bool = _option("lint", _read_switch, True)
    fix_all: bool = _option("fixAll", _read_switch, True)
    hover: bool = _option("hover", _read_switch, True)
    inlay_hints: bool = _option("inlayHints", _read_switch, True)
    code_lens: bool = _option("codeLens", _read_switch, False)
    level: int = _option("logLevel", _read_level, logging.INFO)
    problems: tuple[str, ...] = ()

    @property
    def enabled(self) -> bool:
        """True if programs are checked."""
        return self.enable and self.lint

    def folder_config(self, folder: str) -> FolderConfig:
        """Return the rule settings for the workers; `folder` is the path of the workspace folder."""
        return FolderConfig(
            folder=folder, select=self.select, ignore=self.ignore, extend_select=self.extend_select, configuration=self.configuration
        )


def read_options(sent: object) -> Options:
    """Return the options that a client sent, either the section itself or an object with the section as its only key."""
    if isinstance(sent, Mapping) and isinstance(sent.get(SECTION), Mapping):
        sent = sent[SECTION]
    if sent is None:
        return Options()
    if not isinstance(sent, Mapping):
        return Options(problems=(f"{SECTION}: expected an object",))
    values: dict[str, Any] = {}
    problems: list[str] = []
    for option in fields(Options):
        if NAME not in option.metadata:
            continue
        name = option.metadata[NAME]
        # Some clients send the switch of a feature as a flat key.
        value = sent.get(name, sent.get(f"{name}.enable") if option.metadata[READ] is _read_switch else None)
        try:
            read = option.metadata[READ](value) if value is not None else None
        except InvalidOption as problem:
            problems.append(f"{SECTION}.{name}: {problem}")
        else:
            if read is not None:
                values[option.name] = read
    return Options(**values, problems=tuple(problems))
