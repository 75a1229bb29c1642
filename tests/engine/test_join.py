"""Which paths are joined."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace

import pytest

from engine.built import ONE, SITE, line, setting, tensor
from engine.joining import CONTEXT, DATA, GRAPH, OTHER, OTHER_DATA, PLAIN, SCOPE, joined, joined_value, objects, path, variable
from graphlint.autograd.events import NO_CONTEXT, Change, ChangedBy, Contribution, Emptied, NoGraph, ScalerCall, ScalerMethod
from graphlint.autograd.numbers import ObjectNumber, StorageNumber
from graphlint.engine.domain import terms
from graphlint.engine.domain.bounds import COMPARED_STATES
from graphlint.engine.domain.graph_status import differing_contributions
from graphlint.engine.domain.join import join_states, joinable_but_for_status
from graphlint.engine.domain.objects import Capacity, Object
from graphlint.engine.domain.records import ContainerRecord
from graphlint.engine.domain.state import Rebase, Signal, State
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.values import FALSE, MAYBE, NO, NONE, TRUE, Api, Constant, Ref, Sequence, Unknown, Value

RELU = Api("torch.relu")
TESTED = CONTEXT._replace(tested=frozenset("x"))
STATUS: tuple[Callable[[State], object], ...] = (
    lambda state: setattr(state, "grad_mode", NO),
    lambda state: setattr(state, "inference", True),
    lambda state: setattr(state, "signal", Signal.BREAK),
    lambda state: state.freed.update({3: 4}),
    lambda state: state.retained_by.update({3: 4}),
    lambda state: state.new_grad_fns.update({3: Rebase(4, 5, NO)}),
    lambda state: state.needs.update({3: NO}),
    lambda state: state.became_leaf.update({3: 4}),
    lambda state: state.gradients.update({3: (Contribution(5, False),)}),
    lambda state: state.optimizer_gradients.update({ObjectNumber(3): ()}),
    lambda state: state.optimizer_resets.update({ObjectNumber(3): Emptied(SITE, 5)}),
    lambda state: state.store(setting("loss"), GRAPH),
)


@pytest.mark.parametrize("change", STATUS)
def test_paths_that_differ_in_a_status_are_not_joined(change: Callable[[State], object]) -> None:
    one, two = path(), path()
    change(two)
    assert joined(one, two) is None
    change(one)
    assert joined(one, two) is one


def test_a_path_is_compared_with_the_most_recent_ones() -> None:
    """The forks of a condition are neighbors."""
    for between, count in ((COMPARED_STATES - 1, COMPARED_STATES), (COMPARED_STATES, COMPARED_STATES + 2)):
        others = [path() for _ in range(between)]
        for number, state in enumerate(others):
            state.freed[1] = number
        assert len(join_states([path(), *others, path()], CONTEXT, joined_value)) == count
    assert COMPARED_STATES == 4


def test_the_stages_of_scalers_matter_at_the_end_of_an_iteration() -> None:
    """The next iteration calls the same methods."""
    call = ScalerCall(SITE, NO_CONTEXT, ScalerMethod.STEP, 1, 2)
    for ends, both, joins in ((False, False, True), (True, False, False), (True, True, True)):
        one, two = path(), path()
        two.facts.scaler_calls[1, 2] = call
        if both:
            one.facts.scaler_calls[1, 2] = replace(call, site=line(2))
        assert (joined(one, two, CONTEXT._replace(ends_iteration=ends)) is not None) is joins


def test_only_the_versions_of_saved_storages_matter() -> None:
    for saved, joins in (({7}, False), ({8}, True)):
        two = path()
        two.versions[StorageNumber(7)] = 1
        assert (joined(path(), two, CONTEXT._replace(saved=saved)) is not None) is joins


def test_gradients_may_differ_in_the_number_of_contributions() -> None:
    """Not in their use and certainty; the joined path has all of them."""
    one, two = path(), path()
    one.gradients[3], two.gradients[3] = (Contribution(5, False),), (Contribution(5, False), Contribution(6, False))
    state = joined(one, two)
    assert state is not None
    assert state.gradients[3] == two.gradients[3]
    for mark in (Contribution(5, True), Contribution(5, False).doubted()):
        one, two = path(), path()
        one.gradients[3], two.gradients[3] = (Contribution(5, False),), (mark,)
        assert joined(one, two) is None
        one, two = path(), path()
        one.optimizer_gradients[ObjectNumber(3)], two.optimizer_gradients[ObjectNumber(3)] = (Contribution(5, False),), (mark,)
        assert joined(one, two) is None


def test_gradients_that_only_one_path_has_differ() -> None:
    marks = (Contribution(5, False),)
    assert differing_contributions({}, {3: marks}) == differing_contributions({3: marks}, {}) == {3}
    assert differing_contributions({3: marks}, {3: (Contribution(6, False),)}) == set()


def test_resets_of_optimizers_may_differ_in_their_places_and_in_what_followed() -> None:
    for backward, joins in ((5, True), (6, False)):
        one, two = path(), path()
        one.optimizer_resets[ObjectNumber(3)] = Emptied(SITE, 5, (1,))
        two.optimizer_resets[ObjectNumber(3)] = Emptied(SITE._replace(line=2), backward, (2,))
        state = joined(one, two)
        assert (state is not None) is joins
        if state is not None:
            assert sorted(state.optimizer_resets[ObjectNumber(3)].since) == [1, 2]


@pytest.mark.parametrize(
    ("one", "two", "value"),
    [
        (GRAPH, GRAPH, True),
        (GRAPH, OTHER, False),
        (GRAPH, replace(GRAPH), True),
        (DATA, OTHER_DATA, True),
        (DATA, replace(OTHER_DATA, reason=NoGraph.DETACH), False),
        (DATA, replace(OTHER_DATA, gradient_of=9), False),
        (DATA, GRAPH, False),
        (GRAPH, DATA, False),
        (DATA, tensor(24, needs=MAYBE), False),
        (GRAPH, Unknown(7), False),
        (DATA, NONE, False),
        (NONE, DATA, False),
        (NONE, Unknown(7), True),
        (NONE, Constant(1), True),
        (Unknown(7), Unknown(8), True),
        (Sequence((NONE, GRAPH)), Sequence((Constant(1), GRAPH)), True),
        (Sequence((GRAPH,)), Sequence((GRAPH, NONE)), False),
        (Sequence((NONE, RELU)), Sequence((Constant(1), RELU)), True),
        (RELU, Api("torch.relu"), False),
        (Sequence((GRAPH,)), Sequence((OTHER,)), False),
        (Ref(ObjectNumber(2), "list"), NONE, False),
        (NONE, Ref(ObjectNumber(2), "list"), False),
        (Ref(ObjectNumber(2), "module"), Ref(ObjectNumber(2), "module"), True),
        (Ref(ObjectNumber(2), "module"), Ref(ObjectNumber(3), "module"), False),
        (Ref(ObjectNumber(2), "module"), Ref(ObjectNumber(2), "module", parallel=True), False),
        (Ref(ObjectNumber(2), "module"), Ref(ObjectNumber(2), "module", compiled=True), False),
    ],
)
def test_a_variable_may_differ_in_what_holds_no_known_graph(one: Value, two: Value, value: bool) -> None:
    assert (variable(one, two) is not None) is value


@pytest.mark.parametrize("other", [Sequence((OTHER, DATA)), GRAPH, NONE])
def test_a_name_that_no_later_statement_reads_may_have_any_values(other: Value) -> None:
    one = Sequence((GRAPH,))
    assert variable(one, other, CONTEXT._replace(live=frozenset())) is one


@pytest.mark.parametrize(
    ("one", "two", "joins"),
    [
        (NONE, Constant(1), False),
        (TRUE, Constant(1), False),
        (Constant(1), Constant(2), False),
        (Constant(1), Constant(1), True),
        (NONE, Unknown(7), False),
        (Unknown(7), Unknown(8), True),
        (DATA, OTHER_DATA, True),
    ],
)
def test_a_variable_that_conditions_test_has_one_constant(one: Value, two: Value, joins: bool) -> None:
    assert (variable(one, two, TESTED) is not None) is joins


@pytest.mark.parametrize(
    ("condition", "joins"), [(7, False), (terms.Item(8, ONE), False), (terms.Item(9, ONE), True), (terms.Equals(9, ONE), True)]
)
def test_unknown_values_on_which_a_path_has_assumed_a_condition_are_not_joined(condition: Symbol, joins: bool) -> None:
    """Only if the function tests the variable; the constant 1 is a part of the condition, and of no value."""
    for side in (0, 1):
        for context, expected in ((TESTED, joins), (CONTEXT, True)):
            paths = path({"x": Unknown(7)}), path({"x": Unknown(8)})
            paths[side].condition.truths[condition] = True
            assert (joined(*paths, context) is not None) is expected
    same = path({"x": Unknown(7)}), path({"x": Unknown(7)})
    same[0].condition.truths[7] = True
    assert joined(*same, TESTED) is not None


def test_a_dead_variable_and_a_temporary_do_not_matter() -> None:
    assert joined(path({"x": GRAPH}), path({"x": OTHER}), CONTEXT._replace(live=frozenset("y"))) is not None
    assert joined(path({"x": GRAPH}), path({"x": OTHER}), CONTEXT._replace(live=frozenset("x"))) is None
    assert joined(path({5: GRAPH}), path({5: OTHER})) is not None
    assert joined(path({"x": GRAPH}), path(), CONTEXT._replace(live=frozenset())) is not None
    assert joined(path(), path({"x": GRAPH}), CONTEXT._replace(live=frozenset())) is not None
    assert joined(path(), path({5: GRAPH})) is not None
    assert joined(path({("cell",): GRAPH}), path({("cell",): OTHER}), CONTEXT._replace(live=frozenset())) is None


@pytest.mark.parametrize(("value", "joins"), [(NONE, True), (PLAIN, True), (DATA, True), (GRAPH, False), (Unknown(7), False)])
def test_a_variable_that_one_path_has_not_bound_decides_nothing(value: Value, joins: bool) -> None:
    """A read ends the other path."""
    for context, expected in ((CONTEXT, joins), (TESTED, False)):
        assert (joined(path({"x": value}), path(), context) is not None) is expected
        assert (joined(path(), path({"x": value}), context) is not None) is expected


def test_each_path_may_have_bound_a_variable_that_the_other_lacks() -> None:
    """As many variables on both sides do not make them the same ones: the graph in one of them keeps the paths apart."""
    assert joined(path({"x": Constant(None)}), path({"y": DATA})) is not None
    assert joined(path({"x": Constant(None)}), path({"y": GRAPH})) is None
    assert joined(path({"y": GRAPH}), path({"x": Constant(None)})) is None


@pytest.mark.parametrize(
    ("one", "two", "joins"),
    [
        (GRAPH, OTHER, False),
        (Constant(1), Constant(2.5), True),
        (TRUE, Constant(2), False),
        (PLAIN, Constant(2), True),
        (Unknown(7), Constant(2), False),
        (Constant(2), Unknown(7), False),
        (NONE, FALSE, False),
        (NONE, Constant(2), False),
        (GRAPH, GRAPH, True),
        (GRAPH, replace(GRAPH), True),
    ],
)
def test_the_temporary_that_was_just_assigned_may_differ_in_numbers(one: Value, two: Value, joins: bool) -> None:
    context = CONTEXT._replace(target=5)
    assert (joined(path({5: one}), path({5: two}), context) is not None) is joins
    assert joined(path({5: one}), path(), context) is not None
    assert joined(path(), path({5: one}), context) is not None


def test_the_results_of_a_call_are_equal() -> None:
    """Unknown results are joined."""
    for one, two, joins in ((GRAPH, OTHER, False), (Unknown(7), Unknown(8), True), (NONE, Constant(1), False)):
        for after, expected in ((True, joins), (False, True)):
            first, second = path(), path()
            first.result, second.result = one, two
            state = joined(first, second, CONTEXT._replace(after_call=after))
            assert (state is not None) is expected
            if joins and after:
                assert isinstance(first.result, Unknown)
                assert first.result.symbol == terms.Tuple((ONE,))
    first, second = path(), path()
    first.heap[ObjectNumber(SCOPE)].fields["x"] = second.heap[ObjectNumber(SCOPE)].fields["x"] = GRAPH
    assert joined(first, second, CONTEXT._replace(after_call=True)) is first


@pytest.mark.parametrize(
    ("one", "two", "joins"),
    [
        (Object("list", items=[NONE]), Object("list", items=[PLAIN, NONE]), True),
        (Object("list", items=[NONE]), Object("list", items=[GRAPH]), False),
        (Object("list", items=[GRAPH]), Object("list", items=[NONE]), False),
        (Object("list", items=[GRAPH]), Object("list", items=[NONE, NONE]), False),
        (Object("list", items=[GRAPH]), Object("list", items=[GRAPH, NONE]), False),
        (Object("list", items=[GRAPH]), Object("list", items=[GRAPH]), True),
        (Object("list", items=[GRAPH, NONE]), Object("list", items=[GRAPH, Unknown(7)]), False),
        (Object("list"), Object("set"), False),
        (Object("list"), Object("list", capacity=Capacity(3)), False),
        (Object("list"), Object("list", record=ContainerRecord(prefix=1)), False),
        (Object("list", record=ContainerRecord(prefix=1)), Object("list", record=ContainerRecord(prefix=1)), True),
        (Object("instance", fields={"x": NONE}), Object("instance"), False),
        (Object("instance"), Object("instance", fields={"x": NONE}), False),
        (Object("instance", fields={"x": NONE}), Object("instance", fields={"x": Constant(1)}), True),
        (Object("dict", fields={5: GRAPH}), Object("dict", fields={5: OTHER}), False),
    ],
)
def test_objects_that_a_path_has_written_are_compared(one: Object, two: Object, joins: bool) -> None:
    """Containers without graphs may differ."""
    assert (objects(one, two) is not None) is joins


def containers(one: Mapping[Hashable, Value], two: Mapping[Hashable, Value], **changes: object) -> State | None:
    """Return the join of paths that have created lists 2 and 3, and lists 4 and 5."""
    first = path(one, {2: Object("list", items=[NONE]), 3: Object("list")})
    second = path(two, {4: Object("list"), 5: Object("list")})
    for name, value in changes.items():
        setattr(second.heap[ObjectNumber(4)], name, value)
    return joined(first, second)


def test_containers_that_each_path_has_created_stand_for_one_another() -> None:
    a, b, c, d = (Ref(ObjectNumber(number), "list") for number in (2, 3, 4, 5))
    assert containers({"x": a, "y": b}, {"x": c, "y": d}) is not None
    assert containers({"x": a, "y": a}, {"x": c, "y": c}) is not None
    assert containers({"x": a, "y": a}, {"x": c, "y": d}) is None
    assert containers({"x": a, "y": b}, {"x": c, "y": c}) is None
    state = containers({"x": a}, {"x": c})
    assert state is not None
    assert not state.heap[ObjectNumber(2)].exact


@pytest.mark.parametrize(
    "change", [{"items": [GRAPH]}, {"capacity": Capacity(1)}, {"record": ContainerRecord(prefix=1)}, {"attributes": 9}, {"kind": "set"}]
)
def test_containers_that_differ_do_not_stand_for_one_another(change: dict[str, object]) -> None:
    assert containers({"x": Ref(ObjectNumber(2), "list")}, {"x": Ref(ObjectNumber(4), "list")}, **change) is None


def test_a_container_that_both_paths_have_stands_for_itself() -> None:
    first = path({"x": Ref(ObjectNumber(2), "list")}, {2: Object("list"), 4: Object("list")})
    second = path({"x": Ref(ObjectNumber(4), "list")}, {4: Object("list")})
    assert joined(first, second) is None
    first = path({"x": Ref(ObjectNumber(2), "list")}, {2: Object("list")})
    second = path({"x": Ref(ObjectNumber(4), "list")}, {2: Object("list"), 4: Object("list")})
    assert joined(first, second) is None


def test_references_that_lead_to_no_container_are_not_exchanged() -> None:
    one, two = Ref(ObjectNumber(2), "list"), Ref(ObjectNumber(4), "list")
    assert joined(path({"x": one}), path({"x": two})) is None
    assert joined(path({"x": one}, {2: Object("list")}), path({"x": two})) is None
    assert joined(path({"x": one}), path({"x": two}, {4: Object("list")})) is None
    assert joined(path({"x": one}, {2: Object("list")}), path({"x": Ref(ObjectNumber(4), "set")}, {4: Object("list")})) is None
    assert joined(path({"x": one}, {2: Object("list", items=[GRAPH])}), path({"x": two}, {4: Object("list")})) is None
    assert joined(path({"x": one}, {2: Object("list", attributes=ObjectNumber(9))}), path({"x": two}, {4: Object("list")})) is None
    assert (
        joined(
            path({"x": Ref(ObjectNumber(2), "module")}, {2: Object("module")}),
            path({"x": Ref(ObjectNumber(4), "module")}, {4: Object("module")}),
        )
        is None
    )


def test_states_that_agree_but_for_their_status_are_found() -> None:
    one, two, other, switched = path({"x": GRAPH}), path({"x": GRAPH}), path({"x": OTHER}), path({"x": GRAPH})
    two.freed[3] = 4
    two.changes[StorageNumber(3)] = Change(SITE, NO_CONTEXT, 1, StorageNumber(2), ChangedBy.STEP, False)
    switched.grad_mode = NO
    assert joinable_but_for_status([one, other, switched, two], CONTEXT) == [one, two]
