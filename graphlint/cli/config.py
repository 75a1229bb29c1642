"""`graphlint config`: show the effective settings of a path and their origins."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from graphlint.cli.options import Parser, one_of
from graphlint.cli.setting_options import add_config_options, add_setting_options, configuration_of
from graphlint.common.errors import UsageError
from graphlint.common.shown_paths import relative
from graphlint.config.resolve import describe
from graphlint.config.table import Group
from graphlint.report.stderr import tell
from graphlint.report.terminal_text import visible
from graphlint.rule.registry import discover

FORMATS = ("text", "json")


def run(arguments: Sequence[str]) -> int:
    """Run the command and return the exit status.

    Raises:
        GraphlintError: if an option or a settings file is invalid.
    """
    options = parser().read(arguments)
    if len(options.paths) > 1:
        raise UsageError(f"expected one path, got {' '.join(options.paths)}")
    path = options.paths[0] if options.paths else "."
    if not Path(path).exists():
        raise UsageError(f"{path}: there is no such file or directory")
    registry = discover()
    tell("warning", (*registry.problems, *registry.ignored))
    # The option is the command's own, not the setting of the same name.
    output_format, options.output_format = options.output_format, None
    configuration = configuration_of(options, registry)
    effective = configuration.of_folder(path) if Path(path).is_dir() else configuration.of_file(path)
    settings = describe(effective)
    file = None if effective.file is None else relative(effective.file)
    if output_format == "json":
        values = {name: {"value": value, "from": origin} for name, (value, origin) in settings.items()}
        sys.stdout.write(json.dumps({"path": path, "file": file, "settings": values}, indent=2) + "\n")
    else:
        sys.stdout.writelines(f"{visible(line)}\n" for line in _text(path, file, settings))
    return 0


def parser() -> Parser:
    command = Parser("config", "Show the effective settings of a path, and the file that each comes from.")
    command.add_argument("paths", nargs="*", metavar="PATH", help="File or directory (default: .)")
    add_setting_options(command, Group.RULES)
    add_config_options(command)
    add_setting_options(command, Group.FILES)
    command.add_argument("--output-format", type=one_of(FORMATS), default="text", metavar="FORMAT", help="text or json (default: text)")
    return command


def _text(path: str, file: str | None, settings: Mapping[str, tuple[Any, str]]) -> Iterator[str]:
    """Format the settings as TOML, each with a comment on its origin."""
    yield f"# {path}: " + (f"settings from {file}" if file is not None else "no settings file found")
    width = max(len(line) for name, (value, _) in settings.items() for line in _lines(name, value) if len(line) <= 60)
    for name, (value, origin) in settings.items():
        first, *rest = _lines(name, value)
        yield f"{first:{width}}  # {origin}"
        yield from rest


def _lines(name: str, value: Any) -> list[str]:
    """Format a setting as TOML; one without a value is a comment."""
    if value is None:
        return [f"# {name}"]
    if isinstance(value, dict) and value:
        return [f"{name} = {{ {', '.join(f'{json.dumps(key)} = {json.dumps(item)}' for key, item in value.items())} }}"]
    return [f"{name} = {'{}' if value == {} else json.dumps(value)}"]
