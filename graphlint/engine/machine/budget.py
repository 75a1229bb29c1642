"""The budget of a run: the steps that it has made and may still make, in the file of its root and in other files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from graphlint.engine.domain.bounds import CALLEE_SHARES, HELPER_LINES, HELPER_STEPS
from graphlint.engine.machine.limits import Limits
from graphlint.ir.instructions import FunctionCode


class BudgetSpent(Exception):
    """The run has reached its limit of steps."""


@dataclass(slots=True)
class Budget:
    """The steps of a run.

    `home` is the file of the root. `ceiling` is the number of steps that the run may reach at present. `left_at` is the step at which
    execution entered a function of another file, None in the root's file; `away` counts the finished steps in other files, `distance` is
    their limit, `travelled` counts those of earlier runs. `closed` disables execution of other files. `trains` states that the root runs
    backward, `late` that the roots before it have spent the budget of the file. `begun` is the number of steps at the start of the root,
    `started` is the number of steps from which its budget counts. Beyond `entered_until` steps no function is entered; None for no such
    limit. `own` are the steps of each function of the run without those of its callees, `in_calls` those of the calls that ended in the
    call in progress. `limited` says which functions are not entered in a coarse run once they have spent their share.
    """

    limits: Limits
    home: str
    steps: int = 0
    started: int = 0
    trains: bool = False
    late: bool = False
    begun: int = 0
    ceiling: int = field(init=False)
    left_at: int | None = None
    away: int = 0
    distance: int = 0
    travelled: int = 0
    closed: bool = False
    entered_until: int | None = None
    own: Counter[FunctionCode] = field(default_factory=Counter)
    in_calls: int = 0
    limited: Callable[[FunctionCode], bool] = lambda _: False

    def __post_init__(self) -> None:
        self.ceiling = self.last_step

    def start_steps(self, *, quiet: bool) -> None:
        """Set the budget of a root function.

        Args:
            quiet: only a small part of the budget is available until an event occurs.
        """
        limits = self.limits
        self.own.clear()
        self.in_calls = 0
        self.steps = self.begun = limits.steps - (limits.glance if self.late else limits.function_steps)
        self.started = self.steps if self.trains else 0
        self.ceiling = self.steps + limits.quiet_steps if quiet else self.last_step

    def extend_quiet(self) -> bool:
        """Let a root run on that may call what has effects on graphs; return False if it has done so for long."""
        limits = self.limits
        longest = self.begun + limits.quiet_caller_steps
        if self.ceiling >= longest:
            return False
        self.ceiling = longest
        return True

    @property
    def root_steps(self) -> int:
        """The steps of the current root function."""
        return self.steps - self.begun

    def is_spent(self) -> bool:
        """Return True if the whole budget of a root is spent, not only the part for a root without effects on graphs: the run is coarse."""
        return self.steps > self.limits.steps

    @property
    def last_step(self) -> int:
        """The number of steps at which a run is cut off."""
        return self.limits.steps + self.limits.coarse_steps

    def start_module(self, *, quiet: bool) -> None:
        """Set the budget of the module's code.

        Args:
            quiet: after a small part of the budget, the functions that it calls are passed by.
        """
        self.entered_until = self.limits.quiet_caller_steps if quiet else None

    def end_module(self) -> None:
        """End the run of the module's code, whose steps do not count as those of a root."""
        self.entered_until = None
        self.begun = self.steps

    def start_construction(self, *, quiet: bool) -> None:
        """Set the budget of the construction of a receiver.

        Args:
            quiet: after a small part of the budget, the functions that it calls are passed by.
        """
        self.start_steps(quiet=False)
        self.entered_until = self.steps + self.limits.quiet_construction_steps if quiet else None

    def end_construction(self) -> None:
        """End the construction of a receiver."""
        self.entered_until = None

    def may_enter(self, code: FunctionCode) -> bool:
        """Return True if the budget allows to execute a function."""
        within = self.entered_until is None or self.steps <= self.entered_until
        return within and not self._too_far_for(code) and not (self.is_spent() and self._is_passed_by(code))

    def _is_passed_by(self, code: FunctionCode) -> bool:
        """Return True if a coarse run does not enter a function, so that it reaches its end: one that has spent its share and does not
        train; after half of the steps, any."""
        if self.steps > self.limits.steps + self.limits.coarse_steps // 2:
            return True
        return self.own[code] > self.limits.function_steps // CALLEE_SHARES and self.limited(code)

    def begin_call(self) -> tuple[int, int]:
        """Begin to count the steps of a call; the result is for `end_call`."""
        begun = self.steps, self.in_calls
        self.in_calls = 0
        return begun

    def end_call(self, code: FunctionCode, begun: tuple[int, int]) -> None:
        """Add the steps of a call to those of its function and of the call around it."""
        first, before = begun
        steps = self.steps - first
        self.own[code] += steps - self.in_calls
        self.in_calls = before + steps

    def start_root(self, *, cross_file: bool, runs_backward: bool) -> None:
        """Start a root: the budget for other files depends on the effects of the function."""
        limits = self.limits
        self.closed = not cross_file
        self.travelled += self.away
        self.away = 0
        left = max(0, limits.foreign_file_steps - self.travelled)
        self.trains = runs_backward
        self.distance = min(left, limits.foreign_steps if runs_backward else limits.glance)

    def repeat_root(self) -> None:
        """Give a repetition of the current root the same budget for other files as its first run, which it replaces."""
        self.away = 0

    def too_far(self, path: str) -> bool:
        """Return True if a function is in another file and the budget for other files is spent."""
        if path == self.home:
            return False
        return self.closed or self.away + (self.steps - self.left_at if self.left_at is not None else 0) > self.distance

    def _too_far_for(self, code: FunctionCode) -> bool:
        """Return True if a function is not executed because of the budget for other files; some of it is kept for helpers."""
        return self.too_far(code.path) and not self._is_helper(code)

    def _is_helper(self, code: FunctionCode) -> bool:
        """Return True if a short function that the root's file calls, or one that such a function calls, may be executed nevertheless."""
        if self.closed or not self.trains or code.at[2] - code.at[0] > HELPER_LINES:
            return False
        since = self.left_at if self.left_at is not None else self.steps
        spent = self.steps - since
        return spent <= HELPER_STEPS and self.away + spent <= self.distance + self.limits.foreign_steps // 20

    def leave_home(self, path: str) -> bool:
        """Start to count the steps in other files; return False for a function of the root's file, or if they are counted already."""
        if path == self.home or self.left_at is not None:
            return False
        self.left_at = self.steps
        return True

    def come_home(self) -> None:
        """Stop to count the steps in other files: the outermost function of another file has returned."""
        if self.left_at is not None:
            self.away += self.steps - self.left_at
        self.left_at = None

    @property
    def _spent(self) -> float:
        """The part of the budget that is spent; of a root that does not run backward, most counts as spent from the start."""
        return (self.steps - self.started) / (self.limits.steps - self.started)

    def is_low(self) -> bool:
        """Return True if more than a third of the steps are made."""
        return self._spent > 1 / 3

    def paths(self) -> int:
        """Return the maximum number of paths: lower as the budget runs low, so that some paths of a long run reach its end."""
        return 1 if self.is_spent() else max(2, self.limits.paths >> int(4 * self._spent))
