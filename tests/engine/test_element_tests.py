"""Which conditions of loops depend on the element of the iteration."""

from __future__ import annotations

from engine.built import ONE, TWO, line, setting, turn
from graphlint.autograd.numbers import RunNumber
from graphlint.engine.domain.element_tests import ElementTests, is_newer
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.terms import Equals, Item, Not

RUN = 5
A, B = setting("a"), setting("b")


def noted(*tests: tuple[int, int, Symbol]) -> ElementTests:
    """Return the tests after forks, each on a line, in an iteration, on a condition."""
    found = ElementTests()
    for at, number, condition in tests:
        found.note(line(at), turn(RUN, number).iterations, condition)
    return found


def test_a_condition_on_a_value_of_the_iteration_depends_on_its_element() -> None:
    found = noted((1, 1, Item(RUN + 1, ONE)))
    assert found.decides_element(Item(RUN + 1, ONE), ())
    assert found.decides_element(Not(Not(Item(RUN + 1, ONE))), ())
    assert not found.decides_element(Item(RUN + 1, ONE), (RUN,))
    assert not noted((1, 1, A)).decides_element(A, ())


def test_a_value_is_newer_than_a_run_from_the_number_after_it() -> None:
    assert (is_newer(RUN, RunNumber(RUN)), is_newer(RUN + 1, RunNumber(RUN)), is_newer(Item(RUN + 1, ONE), RunNumber(RUN))) == (
        False,
        True,
        True,
    )


def test_a_statement_that_tests_another_condition_in_another_iteration_tests_elements() -> None:
    """The modules of a network are found by a constant index in each iteration."""
    found = noted((1, 1, Equals(A, ONE)), (1, 2, Not(Equals(A, TWO))))
    assert found.decides_element(Equals(A, ONE), ())
    assert found.decides_element(Equals(A, TWO), ())


def test_conditions_of_one_iteration_or_of_two_statements_do_not_depend_on_the_element() -> None:
    for tests in (((1, 1, A), (1, 1, B)), ((1, 1, A), (2, 2, B)), ((1, 1, A), (1, 2, A)), ((1, 1, A), (1, 1, B), (1, 2, A))):
        assert not noted(*tests).runs
