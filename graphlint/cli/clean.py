"""`graphlint clean`: delete the cache."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from graphlint.check.cache.store import delete
from graphlint.cli.options import Parser
from graphlint.cli.setting_options import add_config_options, add_setting_option, configuration_of
from graphlint.report.stderr import tell
from graphlint.source.discovery import display


def run(arguments: Sequence[str]) -> int:
    """Run the command and return the exit status.

    Raises:
        GraphlintError: if the folder is not marked as a cache.
    """
    options = parser().read(arguments)
    configuration = configuration_of(options, None)
    for path in options.paths or ["."]:
        folder = configuration.of_folder(path).path("cache-dir")
        assert folder is not None
        shown = display(folder)
        tell("note", [f"{shown}: deleted" if delete(Path(shown)) else f"{shown}: there is no cache"])
    return 0


def parser() -> Parser:
    command = Parser("clean", "Delete the cache: the directory .graphlint_cache in the project, or that of the setting cache-dir.")
    command.add_argument("paths", nargs="*", metavar="DIRECTORY", help="Project directory (default: .)")
    add_setting_option(command, "cache-dir")
    add_config_options(command)
    return command
