"""Checking from Python: `graphlint.check_paths` and `graphlint.check_source`.

import graphlint

for found in graphlint.check_paths(["src"]).diagnostics:
    print(found.place.path, found.place.start.row, found.code, found.message)
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from graphlint.check.check_config import FixMode
from graphlint.check.checker import Checker
from graphlint.check.diagnostic import Diagnostic
from graphlint.check.failure import Failure
from graphlint.check.file_result import FileResult
from graphlint.check.resolve_config import ConfigResolver
from graphlint.config.resolve import Configuration
from graphlint.config.settings import Settings
from graphlint.rule.registry import discover
from graphlint.source.discovery import display

__all__ = ["Diagnostic", "Failure", "Result", "Settings", "check_paths", "check_source"]


@dataclass(frozen=True)
class Result:
    """Result of a check.

    `diagnostics` are the findings, sorted by path, position and code; `failures` are the files that could not be checked, with the reason;
    `files` are the checked files, as they are displayed.
    """

    diagnostics: tuple[Diagnostic, ...]
    failures: tuple[Failure, ...] = ()
    files: tuple[str, ...] = ()


def check_paths(
    paths: Iterable[str | os.PathLike[str]],
    *,
    settings: Settings | None = None,
    texts: Mapping[str | os.PathLike[str], str] | None = None,
    fixes: bool = True,
    jobs: int = 1,
) -> Result:
    """Check files and folders. No file is changed, and the code that is checked is not executed.

    Args:
        paths: files and folders; a folder is searched as by the command.
        settings: the settings for all files; None to read those of each file from the closest settings file.
        texts: the texts of files that are open in an editor, by path: they are checked in place of what is on the disk. One that is not
            on the disk at all has to be among the paths.
        fixes: whether the diagnostics come with fixes; each costs an analysis to prove it.
        jobs: the most processes to use; 0 for as many as there are cores.

    Returns:
        The findings, and what could not be checked. A file that cannot be read or decoded is a failure, and so is a path that is not there;
        one that does not parse has a finding, GL000.

    Raises:
        graphlint.common.errors.GraphlintError: if a settings file is wrong, or a selector names no rule.
    """
    open_ = {display(os.fspath(path)): text for path, text in (texts or {}).items()}
    given = [os.fspath(path) for path in paths]
    checker = _checker(settings, fixes, jobs)
    found = checker.find([path for path in given if display(path) not in open_ or os.path.exists(path)])
    unsaved = {display(path) for path in given} & open_.keys()
    files = sorted({*found.files, *unsaved})
    problems = tuple(Failure(problem.partition(":")[0], problem) for problem in found.problems)
    return _result(checker.check(files, open_, folders=[path for path in given if os.path.isdir(path)], read_only=found.outside), problems)


def check_source(
    text: str, *, filename: str | os.PathLike[str] = "<string>", settings: Settings | None = None, fixes: bool = True
) -> Result:
    """Check the text of one file.

    Args:
        text: the text.
        filename: what the file is called: it stands in the diagnostics, and the closest settings file above it counts.
        settings: the settings; None to read those of the file.
        fixes: whether the diagnostics come with fixes; each costs an analysis to prove it.

    Raises:
        graphlint.common.errors.GraphlintError: if a settings file is wrong, or a selector names no rule.
    """
    name = os.fspath(filename)
    path = name if name.startswith("<") else display(name)
    return _result(_checker(settings, fixes, 1).check([path], {path: text}), ())


def _checker(settings: Settings | None, fixes: bool, jobs: int) -> Checker:
    """Return a checker with these settings, or with the settings of each file."""
    registry = discover()
    planner = ConfigResolver(registry, FixMode.OFFER if fixes else FixMode.NONE)
    return Checker(planner, settings if settings is not None else Configuration(registry=registry), jobs)


def _result(results: Iterable[FileResult], problems: tuple[Failure, ...]) -> Result:
    """Join the results of all files."""
    known = list(results)
    found = sorted((diagnostic for result in known for diagnostic in result.diagnostics), key=lambda diagnostic: diagnostic.order)
    failures = tuple(result.failure for result in known if result.failure is not None)
    return Result(tuple(found), (*problems, *failures), tuple(result.path for result in known))
