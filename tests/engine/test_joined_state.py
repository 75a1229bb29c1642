"""What a joined path knows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.built import ONE, SITE, setting
from engine.joining import DATA, GRAPH, OTHER, PLAIN, SCOPE, joined, objects, path, variable
from graphlint.autograd.events import NO_CONTEXT, Certainty, Contribution
from graphlint.autograd.numbers import ObjectNumber, StorageNumber
from graphlint.engine.domain import terms
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.path_facts import NeverScaled
from graphlint.engine.domain.state import Callback, Write
from graphlint.engine.domain.values import MAYBE, NO, NONE, TRUE, Constant, Ref, Sequence, Unknown, Value


def test_a_container_is_exact_only_where_both_paths_have_equal_keys() -> None:
    same = objects(Object("dict", fields={"a": NONE}), Object("dict", fields={"a": Constant(1)}))
    other = objects(Object("dict", fields={"a": NONE}), Object("dict", fields={"b": NONE}))
    longer = objects(Object("list", items=[NONE]), Object("list", items=[NONE, NONE]))
    doubted = objects(Object("list"), Object("list", exact=False))
    before = objects(Object("list", exact=False), Object("list"))
    assert before is not None
    assert not before.heap[ObjectNumber(2)].exact
    assert same is not None
    assert other is not None
    assert longer is not None
    assert doubted is not None
    assert [state.heap[ObjectNumber(2)].exact for state in (same, other, longer, doubted)] == [True, False, False, False]
    assert {type(value) for value in other.heap[ObjectNumber(2)].fields.values()} == {Unknown}
    assert longer.heap[ObjectNumber(2)].items == [NONE]


@pytest.mark.parametrize(
    ("one", "two", "graph"),
    [
        (Constant(1), Constant(2), NO),
        (Constant(1), TRUE, NO),
        (Constant(1), PLAIN, MAYBE),
        (PLAIN, Unknown(9, NO), NO),
        (PLAIN, Unknown(9), MAYBE),
        (Unknown(9), NONE, MAYBE),
    ],
)
def test_values_that_differ_become_unknown(one: Value, two: Value, graph: Certainty) -> None:
    found = variable(one, two)
    assert isinstance(found, Unknown)
    assert (found.symbol, found.graph) == (terms.Tuple((ONE,)), graph)


def test_values_that_agree_remain() -> None:
    pair = Sequence((Constant(1), GRAPH))
    assert variable(pair, Sequence((Constant(1), GRAPH))) is pair
    assert variable(PLAIN, Unknown(8, NO)) is PLAIN
    changed = variable(pair, Sequence((Constant(2), GRAPH)))
    assert isinstance(changed, Sequence)
    assert isinstance(changed.items[0], Unknown)
    assert changed.items[1] is GRAPH


def test_a_constant_that_only_one_path_has_bound_is_no_constant() -> None:
    for one, two in ((path({"x": NONE}), path()), (path(), path({"x": NONE}))):
        state = joined(one, two)
        assert state is not None
        assert isinstance(state.heap[ObjectNumber(SCOPE)].fields["x"], Unknown)
    for one, two in ((path(), path({"x": DATA})), (path({"x": DATA}), path())):
        state = joined(one, two)
        assert state is not None
        assert state.heap[ObjectNumber(SCOPE)].fields["x"] is DATA


def test_an_object_of_the_second_path_is_shared() -> None:
    one, two = path(), path(objects={2: Object("instance")})
    assert joined(one, two) is one
    assert one.heap[ObjectNumber(2)] is two.heap[ObjectNumber(2)]
    assert 2 not in one.owned
    assert joined(path(objects={2: Object("instance")}), path()) is not None


def test_the_joined_path_has_what_both_have_done() -> None:
    one, two = path(), path()
    write = Write(SITE, NO_CONTEXT, ObjectNumber(1), "x", "x", 3)
    two.writes, two.callbacks, two.latest_backward = (write,), (Callback(NONE, False, None),), 5
    one.presumes_exception = True
    two.uncertain_changes = {StorageNumber(7)}
    one.facts.certain.add(NeverScaled(1))
    two.facts.certain |= {NeverScaled(1), NeverScaled(2)}
    one.condition.truths[setting("a")] = True
    two.dirty.add(ObjectNumber(9))
    assert joined(one, two) is one
    assert (one.writes, one.callbacks, one.latest_backward, one.presumes_exception) == ((write,), two.callbacks, 5, False)
    assert (one.uncertain_changes, one.facts.certain, one.condition.truths) == ({7}, {NeverScaled(1)}, {})
    assert 9 in one.dirty


@pytest.mark.parametrize(("one", "two"), [(False, True), (True, False), (True, True), (False, False)])
def test_an_exception_is_presumed_if_both_paths_presume_one(one: bool, two: bool) -> None:
    first, second = path(), path()
    first.presumes_exception, second.presumes_exception = one, two
    assert joined(first, second) is first
    assert first.presumes_exception is (one and two)


MODULE = Ref(ObjectNumber(2), "module")


@pytest.mark.parametrize(
    ("one", "two", "joins", "known"),
    [
        (NONE, NONE, True, True),
        (NONE, Constant(1), True, False),
        (Unknown(7), NONE, True, False),
        (Unknown(7), None, True, False),
        (GRAPH, GRAPH, True, True),
        (GRAPH, replace(GRAPH), True, True),
        (GRAPH, OTHER, False, False),
        (GRAPH, None, False, False),
        (MODULE, MODULE, True, True),
        (MODULE, Ref(ObjectNumber(2), "module"), False, False),
    ],
)
def test_the_value_that_a_path_has_stored_in_an_unresolved_object(one: Value, two: Value | None, joins: bool, known: bool) -> None:
    first, second, symbol = path(), path(), setting("loss")
    first.store(symbol, one)
    if two is not None:
        second.store(symbol, two)
    state = joined(first, second)
    assert (state is not None) is joins
    if state is not None:
        assert (symbol in state.known) is known
        assert state.stored == {symbol}


def test_the_joined_path_has_the_contributions_to_the_gradients_of_optimizers_of_both() -> None:
    one, two = path(), path()
    one.optimizer_gradients[ObjectNumber(3)], two.optimizer_gradients[ObjectNumber(3)] = (
        (Contribution(5, False),),
        (Contribution(5, False), Contribution(6, False)),
    )
    assert joined(one, two) is one
    assert one.optimizer_gradients == two.optimizer_gradients
