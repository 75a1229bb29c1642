"""`graphlint diff`: the findings that a change adds, also in files that it did not touch, and those that it mends."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from graphlint.cli import check
from graphlint.cli.notes import failure_messages
from graphlint.cli.options import Parser
from graphlint.cli.setting_options import add_config_options, add_setting_options
from graphlint.common.counts import counted
from graphlint.common.errors import UsageError
from graphlint.common.signals import signals_as_exceptions
from graphlint.common.timing import Costs, Stopwatch
from graphlint.config.table import Group
from graphlint.report import DRAWING, EXPLAINING
from graphlint.report.report import Report
from graphlint.report.stderr import tell
from graphlint.rule.base import Severity

if TYPE_CHECKING:
    from graphlint.check.diagnostic import Diagnostic
    from graphlint.check.file_result import FileResult
    from graphlint.rule.base import Rule

DESCRIPTION = """Find what a change adds and mends: compare the findings of the files now with those where the change began.

  graphlint diff main           what the current branch and the files that are not committed yet add to main
  graphlint diff HEAD           what the files that are not committed yet add
  graphlint diff main src       of the files in src only

A finding counts wherever the change causes it, also in a file that it did not touch."""
EPILOG = "exit status: 0 the change adds no findings, 1 it adds some, 2 the run failed"
GROUPS = (Group.RULES, Group.FILES, Group.OUTPUT, Group.RUN)
DIGITS = 10


class _Checked(NamedTuple):
    """A tree as it was checked: the results, the errors of the search for files, and the rules, for formats that explain them."""

    results: Sequence[FileResult] = ()
    problems: Sequence[str] = ()
    rules: tuple[type[Rule], ...] = ()

    @property
    def diagnostics(self) -> list[Diagnostic]:
        return [item for result in self.results for item in result.diagnostics]


class _Difference(NamedTuple):
    """Findings that are there only after a change, and those that are there only before."""

    added: tuple[Diagnostic, ...]
    mended: tuple[Diagnostic, ...]


def run(arguments: Sequence[str]) -> int:
    """Run the command and return the exit status.

    Raises:
        GraphlintError: if an option is invalid, there is no such commit, or the output cannot be written.
    """
    given = parser().read(arguments)
    if not given.words:
        raise UsageError("expected the name of a commit, such as main or HEAD: graphlint diff BASE [PATH ...]")
    base, *paths = given.words
    # The options that this command lacks have their defaults.
    options = argparse.Namespace(**{**vars(check.parser().read([])), **vars(given), "agent_variable": ""})
    if options.output_file:
        from graphlint.report.earlier_reports import require_report  # noqa: PLC0415  few runs write a file

        require_report(options.output_file, "--output-file")
    with signals_as_exceptions():
        return _compare(base, paths, options)


def parser() -> Parser:
    """Return the parser of the command's options."""
    command = Parser("diff", DESCRIPTION, EPILOG, usage="graphlint diff [OPTION ...] BASE [PATH ...]")
    add = command.add_argument
    add("words", nargs="*", metavar="BASE", help="Branch, tag or commit to compare with, then files and directories (default: .)")
    for group in GROUPS:
        add_setting_options(command, group)
    add_config_options(command)
    add("--mended", action="store_true", help="Report the findings that the change mends instead of those that it adds")
    add("--output-file", metavar="FILE", help="Write the report to a file, new or an earlier report, instead of standard output")
    check.add_color(command)
    add("--quiet", "-q", action="store_true", help="Print only findings and errors")
    add("--exit-zero", "-e", action="store_true", help="Exit with status 0 even if the change adds findings")
    add("--no-cache", action="store_true", help="Do not read or write the cache")
    return command


def _compare(base: str, paths: Sequence[str], options: argparse.Namespace) -> int:
    from graphlint.source.base_tree import Repository  # noqa: PLC0415  --help should not wait for it

    repository = Repository.find()
    # A settings file that is named is the same for both trees.
    options.config = [value if "=" in value else os.path.abspath(value) for value in options.config]  # noqa: PTH100
    options.paths = [repository.relative(path) for path in paths or ["."]]
    commit = repository.commit(base)
    # The settings of the run are those of this tree.
    check.checker_of(options, with_baseline=False)
    if options.output_format in DRAWING:
        raise UsageError(f"--output-format: {options.output_format} shows a whole check; use graphlint check, or another format")
    if not options.no_cache:
        options.cache_dir = os.path.abspath(options.cache_dir)  # noqa: PTH100  Path.absolute does not tidy
    with repository.tree_of(commit) as tree, _folder(os.path.join(tree, repository.position)) as exists:  # noqa: PTH118
        # Both trees use one cache: the check of this one, which comes last, finds in it what has not changed.
        before = _check(options, earlier=True) if exists else _Checked()
    after = _check(options)
    found = _difference(before.diagnostics, after.diagnostics, repository.name_after(commit))
    added = tuple(item for item in found.added if not repository.is_in_submodule(item.place.path))
    return _report(options, commit[:DIGITS], added, found.mended, after)


@contextmanager
def _folder(path: str) -> Iterator[bool]:
    """Make a folder the current one within the block; provide False if it does not exist."""
    before = os.getcwd()  # noqa: PTH109  as above
    exists = os.path.isdir(path)  # noqa: PTH112
    if exists:
        os.chdir(path)
    try:
        yield exists
    finally:
        os.chdir(before)


def _check(options: argparse.Namespace, earlier: bool = False) -> _Checked:
    """Check the tree in the current folder.

    Args:
        earlier: it is the one before the change, which may lack named paths.
    """
    own = argparse.Namespace(**vars(options))
    if earlier:
        own.no_fix_info = not options.mended
        own.paths = [path for path in options.paths if os.path.lexists(path)]
    if not own.paths:
        return _Checked()
    checker, _, problems = check.checker_of(own, with_baseline=False)
    results, unfound = check.check_files(own, checker, None, Costs(Stopwatch(False)))
    failures = failure_messages(results, options.verbose)
    return _Checked(results, (*problems, *unfound, *failures), checker.rules if own.output_format in EXPLAINING else ())


def _report(options: argparse.Namespace, commit: str, added: Sequence[Diagnostic], mended: Sequence[Diagnostic], after: _Checked) -> int:
    """Print the report and return the exit status."""
    told = mended if options.mended else added
    report = Report.of(after.results, False, False, after.rules, after.problems, options.agent_variable)
    check.print_report(replace(report, diagnostics=tuple(told)), options, sys.stdout)
    if not options.quiet:
        other = "" if options.mended else "; --mended shows them" * bool(mended)
        tell("note", [f"since {commit}, {counted(len(added), 'finding')} added, {len(mended)} mended{other}"])
    tell("error", after.problems)
    if after.problems:
        return 2
    counting = replace(report, diagnostics=tuple(added)).count_from(Severity(options.fail_on))
    return 1 if counting and not options.exit_zero else 0


def _difference(before: Sequence[Diagnostic], after: Sequence[Diagnostic], name_after: Callable[[str], str]) -> _Difference:
    """Compare findings by their fingerprints. One that has moved with its function to another file is neither added nor mended.

    Args:
        name_after: returns the name of a file after the change by that before.
    """
    added, mended = _unmatched(after, before, _in_file, lambda item: (name_after(item.place.path), *_anywhere(item)))
    return _Difference(*_unmatched(added, mended, _anywhere, _anywhere))


def _unmatched(
    items: Sequence[Diagnostic],
    others: Sequence[Diagnostic],
    key: Callable[[Diagnostic], tuple[str, ...]],
    key_of_other: Callable[[Diagnostic], tuple[str, ...]],
) -> tuple[tuple[Diagnostic, ...], tuple[Diagnostic, ...]]:
    """Return the findings of each side that have no partner on the other; of several alike, the last ones."""
    return _without(items, key, map(key_of_other, others)), _without(others, key_of_other, map(key, items))


def _without(
    items: Sequence[Diagnostic], key: Callable[[Diagnostic], tuple[str, ...]], known: Iterable[tuple[str, ...]]
) -> tuple[Diagnostic, ...]:
    left, found = Counter(known), []
    for item in items:
        if left[key(item)]:
            left[key(item)] -= 1
        else:
            found.append(item)
    return tuple(found)


def _in_file(item: Diagnostic) -> tuple[str, ...]:
    return (item.place.path, *_anywhere(item))


def _anywhere(item: Diagnostic) -> tuple[str, ...]:
    return (item.code, item.fingerprint)
