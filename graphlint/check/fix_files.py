"""Making the fixes of a run: round by round, each in the project in which it holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from graphlint.check import fix_iterations
from graphlint.check.check_config import Fixing, Plan
from graphlint.check.evaluate import written
from graphlint.check.file_analysis import Examined
from graphlint.check.file_findings import verdicts
from graphlint.check.file_result import FileResult
from graphlint.check.resolve_callers import Verdict
from graphlint.check.workers import Asked, working
from graphlint.common.timing import Costs


def change(results: Mapping[str, FileResult], asked: Asked, plan: Plan, jobs: int, costs: Costs) -> dict[str, FileResult]:
    """Change files as the plan says, or say how they would be changed.

    Args:
        results: what came of each file, in order.
        asked: what was checked.
        plan: how it was checked.
        jobs: the most processes to use.
        costs: notes what this costs.

    Returns:
        What came of each file in the end. Of a file that was looked at again, or changed, it holds no more what it was made from: what is
        found of a text with fixes need not be what the disk holds.
    """
    if plan.fixing is Fixing.NOQA:
        return {path: _written(result, plan, asked) for path, result in results.items()}
    if not any(result.applied for result in results.values()):
        return dict(results)
    return _Rounds(results, asked, plan, jobs, costs).settled()


class _Rounds:
    """The rounds of one run.

    Args:
        results: what came of each file.
        asked: what is checked; what was changed is laid over the disk.
        plan: how to check it.
        jobs: the most processes to use.
        costs: notes what they cost.
    """

    def __init__(self, results: Mapping[str, FileResult], asked: Asked, plan: Plan, jobs: int, costs: Costs) -> None:
        self._results, self._asked, self._plan, self._jobs, self._costs = dict(results), asked, plan, jobs, costs
        self._examined = {path: item.examined for path, item in results.items() if item.examined is not None}
        self._made: dict[str, FileResult] = {}
        self._refused: set[str] = set()
        self._again: set[str] = set()

    def settled(self) -> dict[str, FileResult]:
        """The results when there is no fix left to make."""
        made = 0
        while made < fix_iterations.ROUNDS:
            taken = fix_iterations.chosen(item for path, item in self._results.items() if path not in self._refused)
            if not taken:
                break
            made += self._round(taken)
        left = {path for path, item in self._results.items() if item.applied}
        self._judge(sorted(left - self._refused), self._plan.with_fixing(Fixing.OFFER))
        # What would do harm elsewhere is not offered either.
        self._judge(sorted(left & self._refused), self._plan.with_fixing(Fixing.NONE))
        ends = {path: fix_iterations.joined(self._made.get(path), item) for path, item in self._results.items()}
        return {path: replace(item, examined=None) if path in self._again else item for path, item in ends.items()}

    def _round(self, taken: dict[str, FileResult]) -> bool:
        """Make the fixes of some files, or refuse some of them.

        Args:
            taken: the results that have them.

        Returns:
            Whether fixes were made.
        """
        todo = fix_iterations.stale(self._examined.values(), taken.values())
        self._again |= todo
        if todo <= taken.keys() and not any(fix_iterations.reaches_out(self._examined[path]) for path in todo):
            self._make(taken)
            return True
        asked = _with(self._asked, taken)
        examined, found = self._look(asked, todo)
        culprits = fix_iterations.culprits(self._results, examined, found, taken)
        if culprits:
            self._refused |= culprits
            return False
        if self._make(taken):
            # The disk holds something else than was looked at.
            examined, found = self._look(self._asked, todo)
        again = [path for path in examined if path in todo or self._results[path].verdict != found[path]]
        self._examined = examined
        self._judge([path for path in again if path not in self._refused], self._plan)
        return True

    def _make(self, taken: dict[str, FileResult]) -> bool:
        """Change files; whether one could not be."""
        failed = False
        for path, result in taken.items():
            item = _written(result, self._plan, self._asked)
            if item.failure is not None:
                self._refused.add(path)
                failed = True
            else:
                self._asked = _with(self._asked, {path: item})
            self._made[path] = fix_iterations.joined(self._made.get(path), item)
            self._results[path] = fix_iterations.noted(item, result)
        return failed

    def _look(self, asked: Asked, todo: set[str]) -> tuple[dict[str, Examined], dict[str, Verdict]]:
        """What the analyses come to, and what is found in each file."""
        with working(asked, sorted(todo), self._jobs, self._costs) as workers:
            fresh = workers.examine([path for path in self._results if path in todo], self._plan)
        examined = self._examined | {item.path: item for item in fresh}
        return examined, verdicts(examined.values(), self._plan)

    def _judge(self, paths: list[str], plan: Plan) -> None:
        """Look again at what is told of some files."""
        self._again.update(paths)
        found = verdicts(self._examined.values(), self._plan)
        with working(self._asked, paths, self._jobs, self._costs) as workers:
            for result in workers.judge([self._examined[path] for path in paths], found, plan):
                self._results[result.path] = replace(result, examined=self._examined[result.path], verdict=found[result.path])


def _written(result: FileResult, plan: Plan, asked: Asked) -> FileResult:
    """A result after its file was changed as the plan says; texts of editors are not written."""
    return result if isinstance(asked.texts.get(result.path), str) else written(result, plan)


def _with(asked: Asked, changed: Mapping[str, FileResult]) -> Asked:
    """What is checked, with what files hold after they were changed."""
    return replace(asked, texts={**asked.texts, **{path: item.content for path, item in changed.items()}})
