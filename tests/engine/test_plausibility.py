"""Which errors of a path are implausible, by the conditions that tell the path from those that succeed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import pytest

from engine.built import ONE, SITE, TWO, ZERO, setting, turn
from graphlint.autograd.events import NO_CONTEXT, Context, Fault, Raised
from graphlint.autograd.numbers import RunNumber
from graphlint.autograd.presumptions import Presumption, Presumptions
from graphlint.engine.domain.plausibility import OutcomeConditions, dubious
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.terms import (
    Comparison,
    Contains,
    Element,
    Equals,
    Is,
    IsInstance,
    Item,
    Not,
    OperationSymbol,
    Or,
    Remainder,
    TensorAttribute,
    constant,
)
from graphlint.engine.domain.values import FALSE, TRUE, Constant

A, B, C, D = (setting(name) for name in "abcd")
PATH: dict[Symbol, bool] = {A: True, B: True, C: True, D: True}

Paths = tuple[dict[Symbol, bool], list[dict[Symbol, bool]]]


def flipped(*symbols: Symbol) -> dict[Symbol, bool]:
    """Return the decisions of a path that differs from `PATH` in some conditions."""
    return {symbol: truth is not (symbol in symbols) for symbol, truth in PATH.items()}


def without_graph(
    failed: dict[Symbol, bool],
    succeeded: Sequence[dict[Symbol, bool]],
    *,
    conditions: OutcomeConditions | None = None,
    context: Context = NO_CONTEXT,
) -> set[Presumption] | None:
    """Return what decides that a backward without a graph is implausible, None if it is plausible."""
    conditions = conditions or OutcomeConditions()
    conditions.failed.append((Raised(SITE, context, Fault.NO_GRAPH), failed))
    conditions.succeeded[SITE] = list(succeeded)
    presumptions = Presumptions()
    return presumptions.decided if list(conditions.implausible({}, presumptions)) else None


def accepted(
    fault: Fault,
    failed: dict[Symbol, bool],
    changed: Sequence[dict[Symbol, bool]],
    defaults: Mapping[Symbol, Constant] | None = None,
    off: Iterable[Presumption] = (),
) -> set[Presumption] | None:
    """Return what decides that an error is implausible at a statement that PyTorch accepts on other paths, None if it is plausible."""
    conditions = OutcomeConditions(changed={(SITE, NO_CONTEXT): list(changed)})
    conditions.failed.append((Raised(SITE, NO_CONTEXT, fault), failed))
    presumptions = Presumptions(frozenset(off))
    return presumptions.decided if list(conditions.implausible(defaults or {}, presumptions)) else None


def test_two_successful_paths_with_disjoint_conditions_make_an_error_implausible() -> None:
    """The error would need both conditions, and nothing shows that they go together."""
    assert without_graph(PATH, [flipped(A), flipped(B)]) == {Presumption.UNLIKELY_PATHS}
    assert without_graph(PATH, [flipped(A, B), flipped(B, C)]) is None


def test_without_a_successful_path_an_error_is_plausible() -> None:
    assert without_graph(PATH, []) is None


def test_a_successful_path_that_differs_in_no_condition_shows_nothing() -> None:
    """Such paths differ in the number of iterations of a loop."""
    assert without_graph(PATH, [PATH]) is None


@pytest.mark.parametrize(
    "condition",
    [
        Comparison("<", TensorAttribute(1, "shape"), TWO),
        OperationSymbol("+", TensorAttribute(1, "ndim"), A),
        IsInstance(A, ("Linear",)),
        Equals(TensorAttribute(1, "shape"), ONE),
    ],
    ids=lambda item: type(item).__name__,
)
def test_a_shape_or_a_class_follows_from_the_program(condition: Symbol) -> None:
    assert without_graph({condition: True}, [{condition: False}]) == {Presumption.UNLIKELY_PATHS}


def test_another_attribute_of_a_tensor_or_another_condition_beside_a_shape_does_not_follow() -> None:
    shape, device = TensorAttribute(1, "shape"), TensorAttribute(1, "device")
    assert without_graph({device: True}, [{device: False}]) is None
    assert without_graph({shape: True, A: True}, [{shape: False, A: False}]) is None


@pytest.mark.parametrize("condition", [7, Item(7, ONE), Element(7, 9), Is(7, ONE)])
def test_a_gradient_that_is_none_follows_from_the_program(condition: Symbol) -> None:
    """Also one item or element of the gradients."""
    paths: Paths = {condition: True}, [{condition: False}]
    assert without_graph(*paths, conditions=OutcomeConditions(gradients={7})) == {Presumption.UNLIKELY_PATHS}
    assert without_graph(*paths, conditions=OutcomeConditions(gradients={8})) is None


def test_a_test_of_an_element_decides_nothing_after_its_loop() -> None:
    """In the loop it may be the condition of the error; the paths agree in all other tests."""
    condition, run = IsInstance(A, ("Linear",)), 5
    conditions = OutcomeConditions()
    conditions.element_tests.runs[Equals(B, ONE)] = {RunNumber(run)}
    paths: Paths = {Equals(B, ONE): True}, [{Equals(B, ONE): False}]
    assert without_graph(*paths, conditions=conditions) == {Presumption.UNLIKELY_PATHS}
    inside = OutcomeConditions(element_tests=conditions.element_tests)
    assert without_graph(*paths, conditions=inside, context=turn(run, 2)) is None
    assert without_graph({condition: True}, [{condition: False}]) is not None


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (A, Not(A)),
        (Equals(A, ONE), Equals(A, TWO)),
        (Is(A, ONE), A),
        (Contains(A, B, 1), A),
        (Or((Equals(A, ONE), Equals(A, TWO))), A),
    ],
    ids=lambda item: type(item).__name__,
)
def test_conditions_on_one_value_count_once(one: Symbol, two: Symbol) -> None:
    """Two successful paths that test the same value differ in one condition, not in disjoint ones."""
    failed: dict[Symbol, bool] = {one: True, two: True}
    assert without_graph(failed, [{one: False, two: True}, {one: True, two: False}]) is None


def test_an_or_on_several_values_is_a_condition_of_its_own() -> None:
    one, two = Or((Equals(A, ONE), Equals(B, TWO))), Equals(A, TWO)
    assert without_graph({one: True, two: True}, [{one: False, two: True}, {one: True, two: False}]) == {Presumption.UNLIKELY_PATHS}


def test_a_change_that_a_condition_decides_is_implausible() -> None:
    assert accepted(Fault.CHANGED, {A: True}, [{A: False}]) == {Presumption.UNLIKELY_PATHS}
    assert accepted(Fault.CHANGED, {A: True}, [{A: False}], off=(Presumption.UNLIKELY_PATHS,)) is None
    assert accepted(Fault.CHANGED, {A: True}, [{A: True}]) is None
    assert accepted(Fault.CHANGED, {A: True}, []) is None


@pytest.mark.parametrize(
    ("condition", "default", "shown"),
    [
        (A, TRUE, True),
        (A, FALSE, False),
        (Not(A), FALSE, True),
        (Not(A), TRUE, False),
        (Equals(A, ONE), Constant(1), True),
        (Equals(A, ONE), Constant(2), False),
        (Is(A, ONE), Constant(1), True),
        (Equals(B, ONE), Constant(1), False),
        (Comparison("<", A, ONE), Constant(0), False),
        (Not(Equals(B, ONE)), Constant(2), False),
    ],
)
def test_the_default_of_an_argument_shows_on_which_side_the_program_is(condition: Symbol, default: Constant, shown: bool) -> None:
    """The error is on the side of the default, or nothing shows that it is."""
    found = accepted(Fault.CHANGED, {condition: True}, [{condition: False}], {A: default})
    assert found == (None if shown else {Presumption.UNLIKELY_PATHS})


def test_an_equality_with_another_value_is_not_decided_by_a_default() -> None:
    """The default of the left value says nothing of an equality with a value that is not constant."""
    condition = Equals(A, B)
    assert accepted(Fault.CHANGED, {condition: False}, [{condition: True}], {condition.left: Constant(1)})


@pytest.mark.parametrize("fault", [Fault.NEVER_SCALED, Fault.UPDATED_WITHOUT_STEP])
def test_a_call_that_another_path_makes_is_not_missing(fault: Fault) -> None:
    counter = Equals(Remainder(A, TWO), ZERO)
    decided = {Presumption.UNLIKELY_PATHS}
    assert accepted(fault, {A: True}, [{A: False}]) == decided
    assert accepted(fault, {A: True}, [{A: False}], off=decided) is None
    assert accepted(fault, {A: True}, [{A: True}]) == decided
    assert accepted(fault, {counter: True, B: True}, [{counter: False, B: False}]) == decided


def test_a_call_that_a_counter_leaves_out_is_missing_regularly() -> None:
    counter = Equals(Remainder(A, TWO), ZERO)
    for condition in (counter, Not(counter), Remainder(A, TWO)):
        assert accepted(Fault.NEVER_SCALED, {condition: True}, [{condition: False}]) is None
    assert accepted(Fault.NEVER_SCALED, {A: True}, []) is None


def multiple(of: Symbol, divisor: int, remainder: int = 0) -> Equals:
    """Return the condition `of % divisor == remainder`."""
    return Equals(Remainder(of, constant(divisor)), ONE if remainder else ZERO)


def plus(value: Symbol, number: Symbol, operator: str = "+") -> OperationSymbol:
    return OperationSymbol(operator, value, number)


@pytest.mark.parametrize(
    ("decided", "exclude"),
    [
        ({multiple(A, 2): True, multiple(A, 3): True}, False),
        ({multiple(A, 2): True, multiple(B, 3, 1): True}, False),
        ({multiple(A, 2): True, multiple(A, 3, 1): True}, True),
        ({multiple(A, 2): True, multiple(A, 3): False}, True),
        ({multiple(A, 2): False, multiple(A, 3): True}, True),
        ({Remainder(A, TWO): False, multiple(A, 3): True}, False),
        ({Remainder(A, TWO): True, multiple(A, 3): True}, True),
        ({multiple(plus(A, ONE), 2): True, multiple(A, 3): True}, True),
        ({multiple(plus(A, ONE), 2): True, multiple(plus(A, ONE), 3): True}, False),
        ({multiple(plus(A, ONE), 2): True, multiple(plus(A, TWO), 3): True}, True),
        ({multiple(plus(A, ONE), 2): True, multiple(plus(A, ONE, "-"), 3): True}, True),
        ({multiple(plus(A, ONE, "*"), 2): True, multiple(A, 3, 1): True}, False),
        ({multiple(plus(A, B), 2): True, multiple(A, 3, 1): True}, False),
        ({Not(multiple(A, 2)): False, multiple(A, 2): True}, False),
        ({multiple(A, 2, 1): True, multiple(A, 3, 1): True}, True),
        ({Comparison("<", Remainder(A, TWO), ONE): False, multiple(A, 3): True}, True),
        ({A: True, B: True}, False),
    ],
)
def test_remainder_tests_of_one_value_may_exclude_each_other(decided: Mapping[Symbol, bool], exclude: bool) -> None:
    """All multiples share 0, so that `i % 2 == 0` and `i % 3 == 0` do not."""
    assert dubious(decided) is exclude
