"""The budget of a run: which functions it enters, and how many paths it follows."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace

import pytest

from graphlint.engine.domain.bounds import CALLEE_SHARES, HELPER_LINES, HELPER_STEPS
from graphlint.engine.machine.budget import Budget
from graphlint.engine.machine.limits import Limits
from graphlint.ir.instructions import FunctionCode

HOME, AWAY = "train.py", "other.py"
LIMITS = Limits(
    steps=1_000, function_steps=400, coarse_steps=200, quiet_steps=50, quiet_caller_steps=120, quiet_construction_steps=30,
    foreign_steps=100, foreign_file_steps=150, glance=40, paths=8,
)  # fmt: skip


def code(path: str = HOME, lines: int = 5) -> FunctionCode:
    return FunctionCode("f", path, (1, 0, 1 + lines, 0), (), ast.Module([], []), lambda _: None)


def of_root(*, trains: bool = True, late: bool = False, quiet: bool = False, cross_file: bool = True) -> Budget:
    """Return the budget of a root at its start."""
    budget = Budget(LIMITS, HOME, late=late)
    budget.start_root(cross_file=cross_file, runs_backward=trains)
    budget.start_steps(quiet=quiet)
    return budget


def edge(budget: Budget, holds: Callable[[], bool]) -> int:
    """Return the steps of the root after which a condition no longer holds."""
    for steps in range(2_000):
        budget.steps = budget.begun + steps
        if not holds():
            return steps
    raise AssertionError


def test_a_root_has_the_steps_of_a_function_and_after_the_others_a_glance() -> None:
    for late, steps in ((False, 400), (True, 40)):
        budget = of_root(late=late)
        assert budget.root_steps == 0
        assert edge(budget, lambda: not budget.is_spent()) == steps + 1  # noqa: B023
        assert budget.ceiling == budget.last_step == 1_200


def test_a_quiet_root_may_run_on_once() -> None:
    budget = of_root(quiet=True)
    assert budget.ceiling == budget.begun + 50
    assert (budget.extend_quiet(), budget.ceiling - budget.begun) == (True, 120)
    assert not budget.extend_quiet()


def test_a_new_root_begins_to_count_again() -> None:
    budget = of_root()
    budget.own[code()] = 7
    budget.in_calls = 7
    budget.start_steps(quiet=False)
    assert (dict(budget.own), budget.in_calls) == ({}, 0)


@pytest.mark.parametrize(
    ("start", "end", "steps"),
    [
        (lambda budget: budget.start_module(quiet=True), lambda budget: budget.end_module(), 120),
        (lambda budget: budget.start_construction(quiet=True), lambda budget: budget.end_construction(), 30),
    ],
)
def test_the_functions_of_quiet_code_are_passed_by_after_a_part_of_the_budget(
    start: Callable[[Budget], None], end: Callable[[Budget], None], steps: int
) -> None:
    budget = Budget(LIMITS, HOME)
    start(budget)
    assert edge(budget, lambda: budget.may_enter(code())) == steps + 1
    end(budget)
    assert budget.may_enter(code())


def test_the_functions_of_other_code_are_entered() -> None:
    budget = Budget(LIMITS, HOME)
    budget.start_module(quiet=False)
    assert budget.entered_until is None
    budget.steps = 70
    budget.end_module()
    assert budget.root_steps == 0
    budget.start_construction(quiet=False)
    assert budget.entered_until is None


def test_a_coarse_run_enters_functions_that_have_not_spent_their_share() -> None:
    """After half of its steps, none; a function that trains has no share."""
    share, function = LIMITS.function_steps // CALLEE_SHARES, code()
    for limited, own, steps in ((True, share, 501), (True, share + 1, 401), (False, share + 1, 501)):
        budget = of_root()
        budget.limited = lambda _, limited=limited: limited  # type: ignore[misc]
        budget.own[function] = own
        assert edge(budget, lambda: budget.may_enter(function)) == steps  # noqa: B023
    assert CALLEE_SHARES == 32


def test_the_steps_of_a_call_are_its_own_without_those_of_its_callees() -> None:
    budget, outer, inner = of_root(), code(), code(lines=6)
    first = budget.begin_call()
    budget.steps += 10
    second = budget.begin_call()
    budget.steps += 3
    budget.end_call(inner, second)
    budget.steps += 1
    third = budget.begin_call()
    budget.steps += 4
    budget.end_call(inner, third)
    budget.end_call(outer, first)
    assert (budget.own[outer], budget.own[inner], budget.in_calls) == (11, 7, 18)


def abroad(budget: Budget, steps: int) -> None:
    """Spend steps in another file."""
    assert budget.leave_home(AWAY)
    budget.steps += steps
    budget.come_home()


@pytest.mark.parametrize(("trains", "steps"), [(True, 100), (False, 40)])
def test_the_budget_for_other_files_depends_on_the_root(trains: bool, steps: int) -> None:
    """A run without a backward pass has a glance."""
    budget, long = of_root(trains=trains), code(AWAY, 99)
    abroad(budget, steps)
    assert budget.may_enter(long)
    abroad(budget, 1)
    assert not budget.may_enter(long)
    assert budget.may_enter(code())


def test_steps_in_another_file_count_while_they_are_made() -> None:
    budget = of_root()
    abroad(budget, 60)
    assert budget.leave_home(AWAY)
    budget.steps += 40
    assert not budget.too_far(AWAY)
    budget.steps += 1
    assert budget.too_far(AWAY)


def test_steps_are_counted_from_the_first_function_of_another_file() -> None:
    budget = of_root()
    assert not budget.leave_home(HOME)
    budget.come_home()
    assert budget.away == 0
    assert budget.leave_home(AWAY)
    budget.steps += 5
    assert not budget.leave_home("third.py")
    budget.come_home()
    budget.come_home()
    assert budget.away == 5


def test_all_roots_of_a_file_share_a_budget_for_other_files() -> None:
    budget = of_root()
    abroad(budget, 90)
    budget.start_root(cross_file=True, runs_backward=True)
    assert (budget.away, budget.travelled, budget.distance) == (0, 90, 60)
    abroad(budget, 90)
    budget.start_root(cross_file=True, runs_backward=True)
    assert budget.distance == 0


def test_a_repetition_has_the_same_budget_again() -> None:
    budget = of_root()
    abroad(budget, 90)
    budget.repeat_root()
    assert (budget.away, budget.distance) == (0, 100)


def test_a_closed_root_enters_no_other_file() -> None:
    budget = of_root(cross_file=False)
    assert not budget.may_enter(code(AWAY))
    assert budget.may_enter(code())


def test_helpers_are_entered_with_what_is_kept_for_them() -> None:
    """A short function, and only of a root that trains."""
    for lines, trains, entered in ((HELPER_LINES, True, True), (HELPER_LINES + 1, True, False), (HELPER_LINES, False, False)):
        budget = of_root(trains=trains)
        abroad(budget, budget.distance + 1)
        assert budget.may_enter(code(AWAY, lines)) is entered
    assert HELPER_LINES == 16


def test_what_is_kept_for_helpers_is_a_twentieth() -> None:
    budget = of_root()
    abroad(budget, 100 + LIMITS.foreign_steps // 20)
    assert budget.may_enter(code(AWAY))
    abroad(budget, 1)
    assert not budget.may_enter(code(AWAY))


def test_a_helper_that_has_made_its_steps_enters_no_other() -> None:
    budget = Budget(Limits(), HOME)
    budget.start_root(cross_file=True, runs_backward=True)
    budget.away = budget.distance + 1
    assert budget.leave_home(AWAY)
    budget.steps += HELPER_STEPS
    assert budget.may_enter(code(AWAY))
    budget.steps += 1
    assert not budget.may_enter(code(AWAY))
    assert HELPER_STEPS == 120


def test_fewer_paths_are_followed_as_the_budget_runs_low() -> None:
    """Of a root that trains, half as many after each quarter of its steps, at least two, and one after all of them."""
    budget = of_root()
    assert edge(budget, lambda: budget.paths() == 8) == 100
    assert budget.paths() == 4
    assert edge(budget, lambda: budget.paths() >= 4) == 200
    assert budget.paths() == 2
    assert edge(budget, lambda: budget.paths() >= 2) == 401
    assert budget.paths() == 1


def test_the_budget_is_low_after_more_than_a_third() -> None:
    budget = Budget(replace(LIMITS, steps=300, function_steps=300), HOME)
    budget.start_root(cross_file=True, runs_backward=True)
    budget.start_steps(quiet=False)
    assert edge(budget, lambda: not budget.is_low()) == 101


def test_of_a_root_that_does_not_train_most_counts_as_spent() -> None:
    """Its budget counts from 0, of which 600 steps are spent at the start."""
    budget = of_root(trains=False)
    assert budget.is_low()
    assert budget.paths() == 2
