"""The status of graphs and gradients that paths may differ in when they are joined."""

from __future__ import annotations

import pytest

from engine.built import SITE, line
from engine.joining import CONTEXT, joined, objects, path
from graphlint.autograd.events import NO_CONTEXT, Backward, BackwardKind, Contribution, Retain, Site
from graphlint.autograd.nodes import LoopIteration
from graphlint.autograd.numbers import RunNumber
from graphlint.engine.domain.graph import BackwardPasses
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.path_facts import RequiresGrad
from graphlint.engine.domain.records import ContainerRecord, OtherElements
from graphlint.engine.domain.state import Rebase
from graphlint.engine.domain.values import MAYBE, NO, YES


def backward(number: int, site: Site, iteration: int) -> Backward:
    turn = LoopIteration(SITE, RunNumber(1), iteration)
    context = NO_CONTEXT._replace(iterations=(turn,))
    nothing = frozenset[int]()
    return Backward(site, context, number, BackwardKind.BACKWARD, (), nothing, nothing, nothing, Retain.NO, False, nothing)


@pytest.mark.parametrize(
    ("other", "joins"), [(backward(6, SITE, 1), True), (backward(6, SITE, 2), False), (backward(6, line(9), 1), False)]
)
def test_each_path_executes_the_backward_after_a_fork_itself(other: Backward, joins: bool) -> None:
    """It is the same one if the statement and the iteration are the same."""
    context = CONTEXT._replace(passes=BackwardPasses({5: backward(5, SITE, 1), 6: other}))
    for table in ("freed", "retained_by"):
        one, two = path(), path()
        getattr(one, table)[3], getattr(two, table)[3] = 5, 6
        assert (joined(one, two, context) is one) is joins


def test_a_node_that_only_one_path_has_freed_parts_them() -> None:
    one, two = path(), path()
    one.freed[3] = 5
    assert joined(one, two, CONTEXT._replace(passes=BackwardPasses({5: backward(5, SITE, 1)}))) is None


def test_a_grad_fn_that_may_be_none_is_that_of_the_joined_path() -> None:
    """Its graph is that of an unknown operand: `p.grad *= settings.scale`."""
    one, two = path(), path()
    one.new_grad_fns[3], two.new_grad_fns[4] = Rebase(9, 5, MAYBE), Rebase(9, 6, MAYBE)
    state = joined(one, two)
    assert state is not None
    assert state.new_grad_fns == {3: Rebase(9, 5, MAYBE), 4: Rebase(9, 6, MAYBE)}
    for rebase in (Rebase(9, 6, YES), Rebase(9, 6, NO)):
        one, two = path(), path()
        two.new_grad_fns[3] = rebase
        assert joined(one, two) is None
    one, two = path(), path()
    one.new_grad_fns[3], two.new_grad_fns[3] = Rebase(9, 5, MAYBE), Rebase(9, 6, MAYBE)
    assert joined(one, two) is None


@pytest.mark.parametrize("first", [True, False])
def test_what_a_backward_has_shown_of_a_tensor_is_not_known_of_the_other_path(first: bool) -> None:
    one, two = path(), path()
    shown = one if first else two
    shown.needs[3] = YES
    assert joined(one, two) is None, "the program has set requires_grad"
    shown.facts.certain.add(RequiresGrad(3))
    state = joined(one, two)
    assert state is not None
    assert 3 not in state.needs
    assert not state.facts.certain


def test_a_contribution_that_may_be_absent_parts_no_paths() -> None:
    """`if p.grad is not None`: one path has no gradient, the other one that unresolved code may have computed."""
    doubtful = (Contribution(5, False).doubted(),)
    for mine, others in ((doubtful, ()), ((), doubtful), (doubtful, None)):
        one, two = path(), path()
        one.gradients[3] = mine
        if others is not None:
            two.gradients[3] = others
        state = joined(one, two)
        assert state is not None
        assert state.gradients[3] == doubtful


@pytest.mark.parametrize("reason", [OtherElements.LOOP, OtherElements.OTHER_CODE])
def test_a_list_that_may_have_other_elements_on_one_path_may_have_them(reason: OtherElements) -> None:
    plain, doubtful = Object("list"), Object("list", record=ContainerRecord(reason))
    for one, two in ((plain, doubtful), (doubtful, plain)):
        state = objects(one, two)
        assert state is not None
        assert state.heap[next(number for number in state.heap if number != 1)].container.uncertain is reason
    assert objects(plain, Object("list", record=ContainerRecord(is_slice=True))) is None
