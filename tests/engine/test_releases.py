"""The places where a program releases the values that it stored in a loop."""

from __future__ import annotations

from collections.abc import Hashable

import pytest

from engine.built import ONE, TWO, setting, tensor, turn
from engine.loop_run import LoopRun, loss
from graphlint.autograd.events import NO_CONTEXT
from graphlint.autograd.numbers import RunNumber
from graphlint.engine.domain import terms
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.values import NO, NONE, Ref, Sequence, Value
from graphlint.engine.retention import releases

KEY = "losses"


class Releasing(LoopRun):
    """A loop run whose second iteration is in progress."""

    def __init__(self) -> None:
        super().__init__()
        self.scope = self.put("scope")
        self.kept = loss(self.node(1))
        self.list = self.put("list", [self.kept])
        self.graph.context = turn(self.run, 2)

    def replaced(self, before: Value | None, value: Value | None) -> set[Hashable]:
        """Return what is released when the value of a name is replaced."""
        releases.note_replaced(self.machine, self.state, self.scope, KEY, before, value)
        return {what for what, runs in self.graph.loops.releases.items() if self.run in runs}

    def emptied(self, holder: Ref) -> bool:
        """Return True if a container that is emptied is bounded."""
        releases.note_emptied(self.machine, self.state, holder)
        return releases.bounds(self.machine, holder.number, KEY, RunNumber(self.run))


def test_a_container_that_is_emptied_in_a_loop_is_bounded() -> None:
    assert Releasing().emptied(Releasing().list)
    loop = Releasing()
    loop.graph.context = NO_CONTEXT
    assert not loop.emptied(loop.list)
    assert not loop.graph.loops.releases
    loop = Releasing()
    assert not loop.emptied(loop.put("list", [NONE]))


def test_a_release_counts_for_the_loops_in_progress() -> None:
    loop = Releasing()
    inner = loop.graph.number()
    loop.graph.context = loop.graph.context._replace(iterations=(*loop.graph.context.iterations, *turn(inner, 1).iterations))
    assert loop.emptied(loop.list)
    assert loop.graph.loops.releases == {loop.list.number: {loop.run, inner}}


@pytest.mark.parametrize(
    ("side", "truth", "bounded"),
    [("index", True, False), ("index", False, True), ("other", True, True), ("element", True, True), ("mirrored", True, False)],
)
def test_a_release_in_one_iteration_bounds_nothing(side: str, truth: bool, bounded: bool) -> None:
    """`if i == 0: losses.clear()`, where `i` is the index of the loop."""
    loop = Releasing()
    time = loop.graph.number()
    index: dict[str, Symbol] = {
        "index": terms.Element(terms.IndexSymbol((ONE, TWO)), time),
        "mirrored": terms.Element(terms.IndexSymbol((ONE, TWO)), time),
        "element": terms.Element(1, time),
        "other": setting("epoch"),
    }
    right: Symbol = setting("first") if side == "mirrored" else ONE
    loop.state.condition.truths = {setting("trains"): True, terms.Equals(index[side], right): truth}
    assert loop.emptied(loop.list) is bounded


def test_an_index_of_the_outer_loop_fixes_no_iteration_of_the_inner_one() -> None:
    """The index is older than the run of the inner loop."""
    loop = Releasing()
    time, inner = loop.graph.number(), loop.graph.number()
    loop.graph.context = loop.graph.context._replace(iterations=(*loop.graph.context.iterations, *turn(inner, 1).iterations))
    loop.state.condition.truths[terms.Equals(terms.Element(terms.IndexSymbol((ONE,)), time), ONE)] = True
    loop.emptied(loop.list)
    assert loop.graph.loops.releases == {loop.list.number: {inner}}


def test_an_index_that_is_older_than_all_loops_fixes_none() -> None:
    loop = Releasing()
    loop.state.condition.truths[terms.Equals(terms.Element(terms.IndexSymbol((ONE,)), 1), ONE)] = True
    assert loop.emptied(loop.list)


def test_a_name_that_gets_another_container_releases_the_old_one() -> None:
    loop = Releasing()
    new = loop.put("list")
    assert loop.replaced(loop.list, new) == {loop.list.number, new.number}
    assert Releasing().replaced(Releasing().list, None) == {Releasing().list.number}


def test_nothing_is_released_without_a_loop_or_without_a_graph_or_by_the_same_value() -> None:
    loop = Releasing()
    loop.graph.context = NO_CONTEXT
    releases.note_replaced(loop.machine, loop.state, loop.scope, KEY, loop.list, None)
    assert not loop.graph.loops.releases
    loop = Releasing()
    assert not loop.replaced(loop.list, loop.list)
    assert not loop.replaced(None, loop.list)
    assert not loop.replaced(NONE, loop.list)
    assert not loop.replaced(Sequence((loop.kept,)), None)
    assert not loop.replaced(loop.put("list", [NONE]), None)
    assert not loop.replaced(tensor(loop.leaf, needs=NO), None)


def test_a_container_with_another_element_releases_nothing() -> None:
    """`losses = [*losses, loss]`, and `losses = losses + rest` of objects with a list."""
    loop = Releasing()
    new = loop.put("list", [loop.kept, loss(loop.node(2))])
    assert not loop.replaced(loop.list, new)
    total = loss(loop.node(2, (loop.kept.node, loop.leaf)))
    assert not loop.replaced(loop.list, loop.put("list", [total]))


def test_a_container_with_other_elements_releases_the_old_ones() -> None:
    loop = Releasing()
    other = loop.put("list", [loss(loop.node(2))])
    assert loop.replaced(loop.list, other) == {loop.list.number, other.number}


def test_a_slot_or_its_owner_is_released() -> None:
    loop = Releasing()
    owner = loop.scope.number
    for what, key, bounded in (((owner, KEY), KEY, True), ((owner, KEY), "other", False), (owner, "other", True)):
        loop.graph.loops.releases = {what: {RunNumber(loop.run)}}
        assert releases.bounds(loop.machine, owner, key, RunNumber(loop.run)) is bounded
        assert not releases.bounds(loop.machine, owner, key, RunNumber(loop.run + 1))


def test_a_tensor_is_released_once_it_was_backpropagated() -> None:
    """A total that only gets another value may be kept by the other branch."""
    loop = Releasing()
    assert not loop.replaced(loop.kept, None)
    loop.graph.passes.reached.add(loop.kept.node)
    assert loop.replaced(loop.kept, None) == {(loop.scope.number, KEY)}
    loop = Releasing()
    loop.graph.passes.reached.add(loop.kept.node)
    assert not loop.replaced(loop.kept, loss(loop.node(2, (loop.kept.node, loop.leaf))))


def test_an_element_of_a_collection_that_is_older_than_the_loop_stays_in_it() -> None:
    """The name was that of a variable which iterates over the collection; a new collection holds no element from before."""
    for opened, in_tuple in ((NO_CONTEXT, False), (NO_CONTEXT, True), (None, False), (None, True)):
        loop = Releasing()
        element: Value = Sequence((NONE, loop.list)) if in_tuple else loop.list
        holder = loop.put("list", [element], turn(loop.run, 1) if opened is None else opened)
        assert holder.number
        assert (loop.list.number in loop.replaced(loop.list, None)) is (opened is None)


def test_a_field_of_an_object_does_not_keep_a_container_unless_it_is_in_a_tuple() -> None:
    loop = Releasing()
    loop.put("instance", fields={"losses": loop.list})
    assert loop.replaced(loop.list, None) == {loop.list.number}
    loop = Releasing()
    loop.put("instance", fields={"other": Sequence((NONE,))})
    assert loop.replaced(loop.list, None) == {loop.list.number}
    loop = Releasing()
    loop.put("instance", fields={"losses": Sequence((loop.list,))})
    assert not loop.replaced(loop.list, None)


@pytest.mark.parametrize(("depth", "found"), [(2, True), (3, False)])
def test_the_containers_in_an_object_are_released_with_it(depth: int, found: bool) -> None:
    """To a depth: an object that holds an object that holds a list."""
    loop = Releasing()
    held = loop.list
    for _ in range(depth):
        held = loop.put("instance", fields={"inner": held})
    assert (loop.list.number in loop.replaced(held, None)) is found


def test_an_object_of_another_kind_holds_no_containers() -> None:
    loop = Releasing()
    other = loop.put("dict", fields={"inner": loop.list})
    assert loop.replaced(other, None) == {other.number, loop.list.number}
    loop = Releasing()
    generator = loop.put("generator", fields={"inner": loop.list})
    assert not loop.replaced(generator, None)
