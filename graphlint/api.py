"""Python API: `graphlint.check_paths` and `graphlint.check_source`.

import graphlint

for diagnostic in graphlint.check_paths(["src"]).diagnostics:
    print(diagnostic.place.path, diagnostic.place.start.row, diagnostic.code, diagnostic.message)
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from graphlint.check.check_config import ConfigResolver, FixMode
from graphlint.check.checker import Checker
from graphlint.check.diagnostic import Diagnostic
from graphlint.check.file_result import FileResult
from graphlint.common.failure import Failure
from graphlint.config.resolve import Configuration
from graphlint.config.settings import Settings
from graphlint.rule.registry import discover
from graphlint.source.discovery import display, true_spelling
from graphlint.source.snippets.assumed import Assumed

__all__ = ["Assumed", "Diagnostic", "Failure", "Result", "Settings", "check_paths", "check_source"]


@dataclass(frozen=True)
class Result:
    """Result of a check.

    `diagnostics` are the findings, sorted by path, position and code; `failures` are the files that could not be checked, with the reason;
    `files` are the checked files, as they are displayed; `assumed` is what is assumed for snippets.
    """

    diagnostics: tuple[Diagnostic, ...]
    failures: tuple[Failure, ...] = ()
    files: tuple[str, ...] = ()
    assumed: tuple[Assumed, ...] = ()


def check_paths(
    paths: Iterable[str | os.PathLike[str]],
    *,
    settings: Settings | None = None,
    texts: Mapping[str | os.PathLike[str], str] | None = None,
    fixes: bool = True,
    jobs: int = 1,
) -> Result:
    """Check files and folders. No file is changed, and the checked code is not executed.

    Args:
        paths: files and folders; a folder is searched as by the command.
        settings: the settings for all files; None to read those of each file from the closest settings file.
        texts: the texts of files that are open in an editor, by path; they are checked in place of the files on disk. A file that is not on
            disk
            must also be in `paths`.
        fixes: whether the diagnostics come with fixes; each costs an analysis to prove it.
        jobs: the maximum number of processes; 0 for one per core.

    Returns:
        The findings, and the files that could not be checked. A file that cannot be read or decoded is a failure, and so is a path that
            does not
        exist; a file that does not parse has the finding GL000.

    Raises:
        graphlint.common.errors.GraphlintError: if a settings file is invalid, or a selector matches no rule.
    """
    open_texts = {display(os.fspath(path)): text for path, text in (texts or {}).items()}
    requested = [true_spelling(os.fspath(path)) for path in paths]
    checker = _checker(settings, fixes, jobs, requested)
    search = checker.find([path for path in requested if display(path) not in open_texts or os.path.exists(path)])
    unsaved = {display(path) for path in requested} & open_texts.keys()
    files = sorted({*search.files, *unsaved})
    problems = tuple(Failure(problem.partition(":")[0], problem) for problem in search.problems)
    folders = [path for path in requested if os.path.isdir(path)]
    return _result(checker.check(files, open_texts, folders=folders, read_only=search.outside, named=search.named), problems)


def check_source(
    text: str,
    *,
    filename: str | os.PathLike[str] = "<string>",
    settings: Settings | None = None,
    fixes: bool = True,
    snippet: bool = False,
) -> Result:
    """Check the text of one file.

    Args:
        text: the text.
        filename: the name in the diagnostics; its closest settings file applies.
        settings: the settings; None to read those of the file.
        fixes: whether the diagnostics come with fixes; each costs an analysis to prove it.
        snippet: whether the text is code that was pasted without its surroundings: missing imports and names are assumed, fences and
            prompts are left out, and `...` stands for code that is not shown. A text without Python code is a failure.

    Raises:
        graphlint.common.errors.GraphlintError: if a settings file is invalid, or a selector matches no rule.
    """
    name = os.fspath(filename)
    path = name if name.startswith("<") else display(name)
    if snippet:
        checker = _checker(settings, fixes, 1, [name])
        return _result([checker.check_bytes(path, text.encode("utf-8", "surrogatepass"), snippet=True)], ())
    return _result(_checker(settings, fixes, 1, [name]).check([path], {path: text}), ())


def _checker(settings: Settings | None, fixes: bool, jobs: int, paths: Iterable[str]) -> Checker:
    """Return a checker of paths with these settings, or with the settings of each file."""
    registry = discover(path if os.path.isdir(path) else os.path.dirname(path) for path in paths)
    for problem in (*registry.problems, *registry.ignored):
        warnings.warn(problem, stacklevel=3)
    resolver = ConfigResolver(registry, FixMode.OFFER if fixes else FixMode.NONE)
    return Checker(resolver, settings if settings is not None else Configuration(registry=registry), jobs)


def _result(results: Iterable[FileResult], problems: tuple[Failure, ...]) -> Result:
    """Join the results of all files."""
    file_results = list(results)
    diagnostics = sorted(
        (diagnostic for result in file_results for diagnostic in result.diagnostics), key=lambda diagnostic: diagnostic.order
    )
    assumed = tuple(result.assumed for result in file_results if result.assumed is not None)
    failures = tuple(result.failure for result in file_results if result.failure is not None)
    return Result(tuple(diagnostics), (*problems, *failures), tuple(result.path for result in file_results), assumed)
