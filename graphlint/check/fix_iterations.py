"""Fixing the files of a project round by round, so that each fix is made in the project that it was proven in.

A fix is proven with all other files as they are. So of the files that a round would change only those are changed which do not rest on one
another, and only if that brings no finding elsewhere; what rests on them, or is judged through them, is looked at again before the next
round.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from graphlint.check.file_analysis import Examined
from graphlint.check.file_result import Change, FileResult
from graphlint.check.resolve_callers import Verdict
from graphlint.project.text_search import switches_grad_mode

ROUNDS = 10
"""So often at most: fixes that call for one another must come to an end."""


def chosen(results: Iterable[FileResult]) -> dict[str, FileResult]:
    """Of the results with fixes those that can be made together, by path, first come first served.

    Args:
        results: the results of all files, each with what it was made from.
    """
    taken: dict[str, FileResult] = {}
    changed: set[str] = set()
    read: set[str] = set()
    for result in results:
        if not result.applied:
            continue
        path, needs = os.path.abspath(result.path), _read(result.examined)
        if path in read or needs & changed:
            continue
        taken[result.path] = result
        changed.add(path)
        read |= needs
    return taken


def stale(examined: Iterable[Examined], changed: Iterable[FileResult]) -> set[str]:
    """The files whose analysis holds no more.

    Args:
        examined: what the analysis of each file has come to.
        changed: the results by which files were changed.
    """
    changes = list(changed)
    paths = {os.path.abspath(result.path) for result in changes}
    # Who calls a function with grad mode off decides on how it is judged.
    switching = any(switches_grad_mode(data) for result in changes for data in (result.before, result.content))
    return {
        item.path
        for item in examined
        if os.path.abspath(item.path) in paths or item.dependencies.read & paths or (switching and item.dependencies.names)
    }


def culprits(
    before: Mapping[str, FileResult], examined: Mapping[str, Examined], found: Mapping[str, Verdict], taken: Mapping[str, FileResult]
) -> set[str]:
    """The files whose fixes bring a finding that was not there, in whatever file; what an error has hidden may come to light.

    Args:
        before: the results of all files, as they were judged without the fixes.
        examined: what the analysis of each file has come to, with the fixes.
        found: what was found in each file, with the fixes.
        taken: the results by which files would be changed.
    """
    come = {(path, code) for path, verdict in found.items() for code in _codes(verdict) - _codes(before[path].verdict)}
    telling = [
        item for item in examined.values() if come & {(each.finding.site.path, each.finding.code) for each in item.judgement.reported}
    ]
    behind = {path for item in telling for path in (os.path.abspath(item.path), *item.dependencies.read)}
    return {
        path
        for path, result in taken.items()
        if os.path.abspath(path) in behind and not any(applied.uncovers for applied in result.applied)
    }


def joined(first: FileResult | None, second: FileResult) -> FileResult:
    """Two results of one file, the second of what the first has made of it, as one.

    Args:
        first: the result before; None if the file was not changed before.
        second: the result after.
    """
    if first is None or second.failure is not None:
        return second
    changes = {change.name: change for change in first.changes}
    for change in second.changes:
        before = changes.get(change.name, change).before
        changes[change.name] = Change(change.name, before, change.after)
    return replace(
        second,
        applied=(*first.applied, *second.applied),
        changes=tuple(change for change in changes.values() if change.before != change.after),
        before=first.before,
        content=second.content if second.applied else first.content,
    )


def noted(made: FileResult, before: FileResult) -> FileResult:
    """The result of a file whose fixes were made, or could not be: nothing of it is left to make.

    Args:
        made: what came of the fixes.
        before: the result that has them to make.
    """
    return replace(made, applied=(), changes=(), examined=before.examined, verdict=before.verdict)


def reaches_out(examined: Examined) -> bool:
    """Whether the analysis of a file has a say in what is reported of others.

    Args:
        examined: what it has come to.
    """
    judgement = examined.judgement
    return any(judgement.through) or any(item.finding.site.path != examined.path for item in judgement.reported)


def _codes(verdict: Verdict | None) -> Counter[str]:
    """How often each rule has found something in a file."""
    return Counter(item.code for item in verdict.findings) if verdict is not None else Counter()


def _read(examined: Examined | None) -> frozenset[str]:
    """The files on which the analysis of one rests, without itself."""
    return frozenset() if examined is None else examined.dependencies.read - {os.path.abspath(examined.path)}
