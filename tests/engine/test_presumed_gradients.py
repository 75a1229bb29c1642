"""The gradients of optimizers whose parameters are not resolved."""

from __future__ import annotations

from engine.built import SITE
from graphlint.autograd.events import Contribution, Emptied, Presence
from graphlint.autograd.numbers import ObjectNumber
from graphlint.autograd.presumptions import Presumption, Presumptions
from graphlint.engine.domain import presumed_gradients as gradients
from graphlint.engine.domain.graph import Graph
from graphlint.engine.domain.state import State

ONE, TWO = 1, 2


def tracked(*optimizers: int) -> State:
    state = State()
    for optimizer in optimizers:
        gradients.created(Graph(), state, ObjectNumber(optimizer))
    return state


def unused(backward: int) -> Contribution:
    return Contribution(backward, False)


def used(backward: int) -> Contribution:
    return Contribution(backward, True)


def test_an_optimizer_may_own_what_the_latest_backward_has_filled() -> None:
    state = State()
    gradients.saw_backward(state, 5)
    gradients.created(Graph(), state, ObjectNumber(ONE))
    state.optimizer_steps[ObjectNumber(ONE)] = 6
    gradients.created(Graph(), state, ObjectNumber(TWO))
    assert state.optimizer_gradients == {ONE: (unused(5),), TWO: ()}
    assert tracked(ONE).optimizer_gradients == {ONE: ()}


def test_without_the_presumption_no_optimizer_is_tracked() -> None:
    state = State()
    gradients.created(Graph(presumptions=Presumptions(frozenset((Presumption.REACHED_PARAMETERS,)))), state, ObjectNumber(ONE))
    assert not state.optimizer_gradients


def test_a_step_or_unresolved_code_since_the_latest_backward_may_have_used_its_gradients() -> None:
    state = State(latest_backward=5)
    assert not gradients.used_since_backward(state)
    for step, after in ((4, False), (5, False), (6, True)):
        state.optimizer_steps[ObjectNumber(ONE)] = step
        assert gradients.used_since_backward(state) is after


def test_only_unresolved_code_comes_between_a_backward_and_what_follows() -> None:
    assert not gradients.follows_directly(State())
    for unresolved, directly in ((4, True), (5, False), (6, False)):
        assert (
            gradients.follows_directly(State(latest_backward=5, optimizer_steps={ObjectNumber(0): unresolved, ObjectNumber(ONE): 9}))
            is directly
        )
    assert gradients.follows_directly(State(latest_backward=5, optimizer_steps={ObjectNumber(ONE): 9}))


def test_the_latest_steps_are_those_of_resolved_optimizers() -> None:
    assert gradients.latest_steps(State(optimizer_steps={gradients.UNRESOLVED: 9, ObjectNumber(ONE): 7, ObjectNumber(TWO): 8})) == {
        ONE: 7,
        TWO: 8,
    }


def test_a_backward_fills_the_gradients_of_each_optimizer() -> None:
    """After it, no reset leaves gradients empty."""
    state = tracked(ONE, TWO)
    gradients.reset(state, ObjectNumber(ONE), SITE)
    gradients.saw_backward(state, 5)
    gradients.saw_backward(state, 6)
    assert state.optimizer_gradients == {ONE: (unused(5), unused(6)), TWO: (unused(5), unused(6))}
    assert (state.latest_backward, state.optimizer_resets) == (6, {})


def test_a_step_uses_the_gradients_of_its_optimizer() -> None:
    state = tracked(ONE, TWO)
    gradients.saw_backward(state, 5)
    assert gradients.stepped(state, ObjectNumber(ONE), 6) == ((unused(5),), None)
    assert state.optimizer_gradients == {ONE: (used(5),), TWO: (unused(5),)}
    assert state.optimizer_steps == {ONE: 6}


def test_a_step_of_an_optimizer_whose_parameters_are_resolved_is_only_recorded() -> None:
    state = State()
    assert gradients.stepped(state, ObjectNumber(ONE), 6) == ((), None)
    assert (state.optimizer_steps, state.optimizer_gradients) == ({ONE: 6}, {})


def test_a_reset_empties_the_gradients_of_its_optimizer_and_makes_those_of_others_uncertain() -> None:
    state = tracked(ONE, TWO)
    gradients.saw_backward(state, 5)
    gradients.reset(state, ObjectNumber(ONE), SITE)
    assert state.optimizer_gradients == {ONE: (), TWO: (unused(5).doubted(),)}
    assert gradients.stepped(state, ObjectNumber(ONE), 6) == ((), Emptied(SITE, 5))


def test_a_reset_of_used_gradients_discards_no_backward() -> None:
    """The first of two resets is the one since which nothing has filled the gradients."""
    state = tracked(ONE)
    gradients.saw_backward(state, 5)
    gradients.stepped(state, ObjectNumber(ONE), 6)
    gradients.reset(state, ObjectNumber(ONE), SITE)
    gradients.reset(state, ObjectNumber(ONE), SITE._replace(line=2))
    assert state.optimizer_resets == {ONE: Emptied(SITE, 0)}


def test_a_reset_of_unknown_parameters_or_of_an_optimizer_that_is_not_tracked_is_no_reset_of_another() -> None:
    for optimizer in (None, ObjectNumber(TWO)):
        state = tracked(ONE)
        gradients.saw_backward(state, 5)
        gradients.reset(state, optimizer, SITE)
        assert state.optimizer_gradients == {ONE: (unused(5).doubted(),)}
        assert not state.optimizer_resets


def test_a_reset_does_not_reach_what_two_optimizers_have_used() -> None:
    """Each owns a part of the parameters that the backward reached."""
    state = State(optimizer_gradients={ObjectNumber(ONE): (used(5),), ObjectNumber(TWO): (used(5), unused(5), used(6), used(5).doubted())})
    gradients.reset(state, ObjectNumber(ONE), SITE)
    assert state.optimizer_gradients[ObjectNumber(TWO)] == (used(5), unused(5).doubted(), used(6).doubted(), used(5).doubted())


def test_a_reset_of_an_optimizer_that_has_used_nothing_may_reach_those_of_another() -> None:
    state = State(optimizer_gradients={ObjectNumber(ONE): (unused(5),), ObjectNumber(TWO): (used(5),)})
    gradients.reset(state, ObjectNumber(ONE), SITE)
    assert state.optimizer_gradients[ObjectNumber(TWO)] == (used(5).doubted(),)


def test_contributions_are_spent_when_every_optimizer_has_used_them() -> None:
    state = tracked(ONE, TWO)
    gradients.saw_backward(state, 5)
    gradients.stepped(state, ObjectNumber(ONE), 6)
    assert not gradients.spent(state, (unused(5),))
    gradients.stepped(state, ObjectNumber(TWO), 7)
    assert gradients.spent(state, (unused(5),))
    assert not gradients.spent(state, (unused(5), unused(8)))
    gradients.doubt(state)
    assert not gradients.spent(state, (unused(5),))
    assert not gradients.spent(State(), (unused(5),))


def test_unresolved_code_counts_once_there_are_gradients() -> None:
    state = State()
    gradients.saw_unresolved_code(state, 4)
    assert not state.optimizer_steps
    for state in (tracked(ONE), State(latest_backward=3)):
        gradients.saw_unresolved_code(state, 4)
        assert state.optimizer_steps == {gradients.UNRESOLVED: 4}


def test_the_results_of_unresolved_code_since_a_reset_are_recorded() -> None:
    state = tracked(ONE)
    gradients.reset(state, ObjectNumber(ONE), SITE)
    gradients.saw_unresolved_code(state, 4, 3)
    gradients.saw_unresolved_code(state, 5)
    assert state.optimizer_resets == {ONE: Emptied(SITE, 0, (3, 0))}


def test_doubt_is_about_use_or_about_resets() -> None:
    """Code that cannot reset gradients leaves those that a step has used as they are."""
    state = State(optimizer_gradients={ObjectNumber(ONE): (used(5), unused(6)), ObjectNumber(TWO): (unused(5),)})
    gradients.doubt(state, resets=False)
    assert [mark.presence for mark in state.optimizer_gradients[ObjectNumber(ONE)]] == [Presence.CERTAIN, Presence.UNCERTAIN]
    gradients.doubt(state)
    assert not any(mark.counts for marks in state.optimizer_gradients.values() for mark in marks)
    state = State(optimizer_gradients={ObjectNumber(ONE): (used(5),), ObjectNumber(TWO): (unused(5),)})
    gradients.doubt_those(state, (ObjectNumber(TWO),))
    assert state.optimizer_gradients == {ONE: (used(5),), TWO: (unused(5).doubted(),)}


def test_an_assignment_to_grad_fills_gradients() -> None:
    state = tracked(ONE)
    gradients.reset(state, ObjectNumber(ONE), SITE)
    state.optimizer_gradients[ObjectNumber(ONE)] = (unused(5),)
    gradients.filled_by_hand(state)
    assert (state.optimizer_resets, state.optimizer_gradients) == ({}, {ONE: (unused(5).doubted(),)})
