"""The command-line options of settings, derived from the table of settings, and their precedence over files."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any

from graphlint.cli.options import Container, comma_separated, count, one_of
from graphlint.common.errors import UsageError
from graphlint.config.files import parse_toml, problems
from graphlint.config.resolve import Configuration, EffectiveSettings
from graphlint.config.settings import require_known
from graphlint.config.table import BY_NAME, SETTINGS, Group, Setting
from graphlint.config.value_types import BOOLEAN, COUNT, PATH, PATTERNS, SELECTOR_TABLE, SELECTORS
from graphlint.rule.registry import Registry


def add_setting_options(parser: Container, group: Group) -> None:
    """Add the options of a group, one for each of its settings."""
    for setting in SETTINGS:
        if setting.group is group:
            _add(parser, setting)


def add_setting_option(parser: Container, name: str) -> None:
    """Add the option of one setting."""
    _add(parser, BY_NAME[name])


def add_config_options(parser: Container) -> None:
    """Add the options that choose the settings files."""
    text = "Settings file to use instead of the closest one, or one setting as TOML ('key = value'); repeatable"
    parser.add_argument("--config", action="append", default=[], metavar="FILE|SETTING", help=text)
    parser.add_argument("--isolated", action="store_true", help="Ignore all settings files")


def configuration_of(options: argparse.Namespace, registry: Registry | None) -> Configuration:
    """Combine the command line with the settings files.

    Args:
        options: the parsed options; options of settings count if the command has them.
        registry: all rules; None for a command that selects no rules.

    Raises:
        UsageError: for an unknown rule, or a --config that is neither a file nor a setting.
    """
    file, inline = _config(options.config)
    values = _command_line_values(options)
    for name, value in values.items():
        for problem in BY_NAME[name].kind.problems(value) if BY_NAME[name].kind in (PATTERNS, SELECTOR_TABLE) else ():
            raise UsageError(f"--{name}: {problem}")
    if registry is not None:
        for name, value in values.items():
            require_known(BY_NAME[name].kind.selectors(value), f"--{name}", registry)
        for name, value in inline.items():
            require_known(BY_NAME[name].kind.selectors(value), f"--config: {name}", registry)
    return Configuration(values, file, options.isolated, registry, inline)


def apply_run_settings(options: argparse.Namespace, effective: EffectiveSettings) -> None:
    """Overwrite the options with the run's effective settings; command-line values already take precedence in them."""
    # On the command line, --show-fixes applies fixes; as a setting, it only lists those that --fix applies.
    show_fixes = options.show_fixes
    for setting in SETTINGS:
        if setting.group is not None and not setting.per_file:
            value = effective.path(setting.name) if setting.kind is PATH else effective.value(setting.name)
            setattr(options, _destination(setting), value)
    options.show_fixes = show_fixes or (options.show_fixes and options.fix)
    options.jobs = options.jobs or 0


def _add(parser: Container, setting: Setting) -> None:
    """Add one option, whose form follows from the kind of the setting."""
    option = f"--{setting.name}"
    if setting.kind is BOOLEAN:
        text = f"{setting.help}. Use --no-{setting.name} to disable."
        parser.add_argument(option, dest=_destination(setting), action="store_const", const=True, help=text)
        parser.add_argument(f"--no-{setting.name}", dest=_destination(setting), action="store_const", const=False, help=argparse.SUPPRESS)
    elif setting.kind in (SELECTORS, PATTERNS, SELECTOR_TABLE):
        parser.add_argument(option, action="extend", type=comma_separated, metavar=setting.metavar, help=setting.help)
    else:
        text = setting.help if setting.default is None else f"{setting.help} (default: {setting.default})"
        parser.add_argument(option, type=_converter(setting), metavar=setting.metavar, help=text)


def _converter(setting: Setting) -> Callable[[str], Any]:
    if setting.kind is COUNT:
        return count
    words = setting.kind.schema.get("enum")
    return one_of(words) if words else str


def _destination(setting: Setting) -> str:
    return setting.name.replace("-", "_")


def _command_line_values(options: argparse.Namespace) -> dict[str, Any]:
    """Values of the settings whose option was given."""
    values: dict[str, Any] = {}
    for setting in SETTINGS:
        value = getattr(options, _destination(setting), None)
        if value is None or (value in ([], 0) and setting.kind is not BOOLEAN):
            continue
        values[setting.name] = _per_file_ignores(value, setting.name) if setting.kind is SELECTOR_TABLE else value
    return values


def _config(values_of_config: Sequence[str]) -> tuple[str | None, dict[str, Any]]:
    """Split the values of --config into a file and settings. As in ruff, a value with an equals sign is a setting."""
    files = [text for text in values_of_config if "=" not in text]
    if len(files) > 1:
        raise UsageError(f"--config: expected one settings file, got {files[0]} and {files[1]}")
    values: dict[str, Any] = {}
    for text in values_of_config:
        if "=" in text:
            try:
                values.update(parse_toml(text))
            except ValueError as error:
                raise UsageError(f"--config: {text!r} is neither a file nor a setting in TOML: {error}") from None
    for problem in problems(values):
        raise UsageError(f"--config: {problem}")
    if "extend" in values:
        raise UsageError("--config: extend is only valid in a settings file; use --config FILE")
    return (files[0] if files else None), values


def _per_file_ignores(words: Sequence[str], name: str) -> dict[str, list[str]]:
    """Convert `pattern:RULE` words to the table that a settings file would have."""
    table: dict[str, list[str]] = {}
    for word in words:
        pattern, colon, selector = word.rpartition(":")
        if not colon or not pattern or not selector:
            raise UsageError(f"invalid value {word!r} for --{name}: expected PATTERN:RULE, such as tests/*:GL2")
        table.setdefault(pattern, []).append(selector)
    return table
