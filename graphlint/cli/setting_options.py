"""The options that say the same as settings do, and which of them win over files."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from graphlint.cli.options import Group, comma_separated
from graphlint.common.errors import UsageError
from graphlint.config.files import parsed, problems
from graphlint.config.resolve import Configuration, InForce
from graphlint.config.settings import require_known
from graphlint.config.table import BY_NAME
from graphlint.rule.registry import Registry

# Options that have the name and the form of a setting; None, or an empty list, is an option that was not given.
LISTS = ("select", "extend-select", "ignore", "extend-ignore", "exclude", "extend-exclude")
TABLES = ("per-file-ignores", "extend-per-file-ignores")
SWITCHES = ("fix", "unsafe-fixes", "show-fixes", "force-exclude", "respect-gitignore")
VALUES = ("output-format", "baseline", "cache-dir", "jobs")


def add_setting_options(parser: Group) -> None:
    """Add the options that select rules, and those that say which settings files count.

    Args:
        parser: the parser of a command, or a group in it.
    """
    _add_list(parser, "--select", "RULE", "check these rules only: codes, names or prefixes of codes, separated by commas; ALL for all")
    _add_list(parser, "--extend-select", "RULE", "check these rules too")
    _add_list(parser, "--ignore", "RULE", "leave these rules out")
    _add_list(parser, "--extend-ignore", "RULE", "leave these rules out too")
    _add_list(parser, "--per-file-ignores", "PATTERN:RULE", "leave these rules out of the files that match")
    _add_list(parser, "--extend-per-file-ignores", "PATTERN:RULE", "the same, besides what files say")
    add_config_options(parser)


def add_exclusions(parser: Group) -> None:
    """Add the options that leave files out.

    Args:
        parser: the parser of a command, or a group in it.
    """
    _add_list(parser, "--exclude", "PATTERN", "leave out what matches, patterns as in a .gitignore")
    _add_list(parser, "--extend-exclude", "PATTERN", "leave out what matches, besides what files say")


def add_config_options(parser: Group) -> None:
    """Add the options that say which settings files count.

    Args:
        parser: the parser of a command, or a group in it.
    """
    text = "a settings file for all files in place of the closest, or one setting ('key = value'); may be given several times"
    parser.add_argument("--config", action="append", default=[], metavar="FILE|SETTING", help=text)
    parser.add_argument("--isolated", action="store_true", help="ignore all settings files")


def configuration_of(options: argparse.Namespace, registry: Registry | None) -> Configuration:
    """The settings that the options and the files amount to.

    Args:
        options: what the options of `add_setting_options` were parsed to; others that are settings count where they are there.
        registry: all rules there are; None where nobody asks for rules.

    Raises:
        UsageError: if an option names no rule, or --config neither a file nor a setting.
    """
    file, inline = _config(options.config)
    by_hand: dict[str, Any] = {}
    for name in (*LISTS, *VALUES):
        value = getattr(options, name.replace("-", "_"), None)
        if value:
            by_hand[name] = value
    for name in SWITCHES:
        value = getattr(options, name.replace("-", "_"), None)
        if value is not None:
            by_hand[name] = value
    for name in TABLES:
        words = getattr(options, name.replace("-", "_"), None)
        if words:
            by_hand[name] = _per_file_ignores(words, name)
    if registry is not None:
        for name, value in by_hand.items():
            require_known(BY_NAME[name].kind.selectors(value), f"--{name}", registry)
        for name, value in inline.items():
            require_known(BY_NAME[name].kind.selectors(value), f"--config: {name}", registry)
    return Configuration(by_hand, file, options.isolated, registry, inline)


def take_over(options: argparse.Namespace, in_force: InForce) -> None:
    """Put among the options what the settings say of the run as a whole.

    Args:
        options: what was parsed; what was given by hand is in force already.
        in_force: the settings of the current folder.
    """
    # Asked for by hand it means that fixes are made; as a setting, that those are listed which are.
    show_fixes = options.show_fixes
    for name in SWITCHES:
        setattr(options, name.replace("-", "_"), in_force.value(name))
    options.show_fixes = show_fixes or (in_force.value("show-fixes") and options.fix)
    options.output_format = in_force.value("output-format")
    options.jobs = in_force.value("jobs") or 0
    options.cache_dir, options.baseline = in_force.path("cache-dir"), in_force.path("baseline")


def _add_list(parser: Group, option: str, metavar: str, text: str) -> None:
    """An option that may be given several times, each time with several words."""
    parser.add_argument(option, action="extend", type=comma_separated, metavar=metavar, help=text)


def _config(given: Sequence[str]) -> tuple[str | None, dict[str, Any]]:
    """What --config names: a file, and settings. A text with an equals sign is a setting, as it is for ruff."""
    files = [text for text in given if "=" not in text]
    if len(files) > 1:
        raise UsageError(f"--config: only one settings file can hold for all files, not both {files[0]} and {files[1]}")
    values: dict[str, Any] = {}
    for text in given:
        if "=" in text:
            try:
                values.update(parsed(text))
            except ValueError as error:
                raise UsageError(f"--config: {text!r} is neither a file nor a setting in TOML: {error}") from None
    for problem in problems(values):
        raise UsageError(f"--config: {problem}")
    if "extend" in values:
        raise UsageError("--config: extend stands in files; name the file by --config FILE")
    return (files[0] if files else None), values


def _per_file_ignores(words: Sequence[str], name: str) -> dict[str, list[str]]:
    """The table that `pattern:RULE` words amount to."""
    table: dict[str, list[str]] = {}
    for word in words:
        pattern, colon, selector = word.rpartition(":")
        if not colon or not pattern or not selector:
            raise UsageError(f"--{name}: {word!r} is no pattern and rule, as tests/*:GL2 is")
        table.setdefault(pattern, []).append(selector)
    return table
