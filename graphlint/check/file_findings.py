"""Between the two halves of a check: what was found in each file, whoever found it, and which files have to be looked at again."""

from __future__ import annotations

from collections.abc import Iterable

from graphlint.check.check_config import Plan
from graphlint.check.file_analysis import Examined
from graphlint.check.file_result import FileResult
from graphlint.check.resolve_callers import Verdict, merge
from graphlint.check.suppression import filter


def verdicts(examined: Iterable[Examined], plan: Plan) -> dict[str, Verdict]:
    """What was found in each file, whoever has found it.

    Args:
        examined: what the analysis of each file has come to.
        plan: how to check them.
    """
    return merge({item.path: item.judgement for item in examined}, plan.codes_of)


def tells(examined: Examined, verdict: Verdict, plan: Plan) -> bool:
    """Whether a file has to be looked at again for what is reported of it; else `silent` is its result.

    Args:
        examined: what its analysis has come to.
        verdict: what was found in it.
        plan: how to check it.
    """
    if examined.failure is not None:
        return False
    return bool(verdict.own or verdict.foreign or examined.problem or (examined.suppresses and plan.of(examined.path).judges_suppressions))


def silent(examined: Examined, plan: Plan) -> FileResult:
    """The result of a file of which nothing is to be told.

    Args:
        examined: what its analysis has come to.
        plan: how to check it.
    """
    own = plan.of(examined.path)
    looked = examined.failure is None and own.knows_callers(examined.path)
    gone = filter.gone(own.known_of(examined.path), ()) if looked else 0
    return FileResult(examined.path, (), examined.failure, examined.notes, examined.analyzed, examined.size, gone=gone)
