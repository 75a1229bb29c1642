"""The order of the steps of optimizers and schedulers on a path."""

from __future__ import annotations

from engine.built import tensor
from graphlint.autograd.numbers import ObjectNumber
from graphlint.engine.domain import step_order
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import MAYBE, NO, NONE, YES, Bound, Ref, Value

ONE, TWO = 1, 2


def with_both() -> State:
    state = State()
    for number in (ONE, TWO):
        state.put(ObjectNumber(number), Object("optimizer"))
        step_order.created(state, number)
    return state


def order(state: State, number: int) -> tuple[object, object]:
    return step_order.is_first(state, number), step_order.has_stepped(state, number)


def test_a_new_optimizer_has_not_stepped_and_then_it_has() -> None:
    state = with_both()
    assert order(state, ONE) == (YES, NO)
    step_order.stepped(state, ONE)
    assert (order(state, ONE), order(state, TWO)) == ((NO, YES), (YES, NO))


def test_the_order_of_an_optimizer_that_the_path_does_not_know_stays_unknown() -> None:
    """A step of one that was received may be one of many."""
    state = State()
    assert order(state, ONE) == (MAYBE, MAYBE)
    step_order.stepped(state, ONE)
    assert order(state, ONE) == (MAYBE, MAYBE)


def test_unresolved_code_may_step_what_it_receives_and_nothing_else() -> None:
    state = with_both()
    state.put(ObjectNumber(3), Object("list", items=[Ref(ObjectNumber(ONE), "optimizer")]))
    step_order.doubt(state, [Ref(ObjectNumber(3), "list"), tensor(9)])
    assert (order(state, ONE), order(state, TWO)) == ((MAYBE, MAYBE), (YES, NO))


def test_a_function_of_the_program_may_reach_every_optimizer() -> None:
    state = with_both()
    given: list[Value] = [Bound(NONE, NONE)]
    step_order.doubt(state, given)
    assert not state.facts.first_steps
