"""`graphlint clean`: delete the cache."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from graphlint.check.cache.folder import delete
from graphlint.cli.options import Parser
from graphlint.cli.setting_options import add_config_options, add_setting_option, configuration_of
from graphlint.report.stderr import tell
from graphlint.source.discovery import display


def run(arguments: Sequence[str]) -> int:
    """Run the command.

    Args:
        arguments: what stands behind its name.

    Returns:
        The exit status.

    Raises:
        GraphlintError: if what stands in the cache's place is not marked as the cache.
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
    """The options of the command."""
    made = Parser("clean", "Delete the cache: the folder .graphlint_cache in the project, or that of the setting cache-dir.")
    made.add_argument("paths", nargs="*", metavar="FOLDER", help="the project (default: the current folder)")
    add_setting_option(made, "cache-dir")
    add_config_options(made)
    return made
