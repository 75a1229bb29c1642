"""Which paths are followed to their end, and what the code of the others may use."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping

from engine.built import ONE, SITE, add, backward, line, setting, tensor
from graphlint.autograd.events import Cause, Certainty, Havoc, Origin
from graphlint.autograd.numbers import ObjectNumber
from graphlint.engine.domain import havoc_log, terms
from graphlint.engine.domain.graph import Graph
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.state import State, Variable
from graphlint.engine.domain.symbols import way
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.values import NONE, Constant, Value
from graphlint.engine.machine import dropped_paths
from graphlint.engine.machine.dropped_paths import LiveNames

A, B = setting("a"), setting("b")
ALL = LiveNames(ObjectNumber(1), None)


def with_sides(*sides: dict[Symbol, bool]) -> list[State]:
    """Return paths that have assumed conditions."""
    states = [State() for _ in sides]
    for state, truths in zip(states, sides, strict=True):
        state.condition.truths.update(truths)
    return states


def remaining(states: list[State], most: int, graph: Graph | None = None) -> list[int]:
    """Return the places of the states that remain."""
    kept, dropped = dropped_paths.select(graph or Graph(), states, most)
    assert sorted(map(states.index, kept + dropped)) == list(range(len(states)))
    return [states.index(state) for state in kept]


def test_as_many_paths_remain_as_the_limit_allows() -> None:
    for most in (1, 2, 4, 8):
        for paths in range(most + 1, 3 * most):
            assert len(remaining(with_sides(*({} for _ in range(paths))), most)) == most


def test_neighbors_are_taken_from_both_sides_in_turn() -> None:
    """The first place of a pair, then the second, by the parity of the bits of the index."""
    assert remaining(with_sides(*({} for _ in range(8))), 4) == [0, 3, 5, 6]


def test_the_last_path_is_not_beyond_the_end() -> None:
    assert remaining(with_sides({}, {}, {}), 2) == [0, 2]


def test_a_path_with_a_side_that_no_other_has_remains() -> None:
    common: dict[Symbol, bool] = {A: True}
    sides = [common] * 8
    sides[1] = {A: True, B: True}
    assert 1 in remaining(with_sides(*sides), 4)
    assert remaining(with_sides(*[common] * 8), 4) == [0, 3, 5, 6]


def test_a_path_whose_side_would_be_lost_is_not_replaced() -> None:
    """Of three sides and two places, those that are chosen first remain."""
    assert remaining(with_sides({A: True}, {setting("c"): True}, {B: True}), 2) == [0, 2]


def test_the_path_with_the_most_sides_that_are_missing_is_added() -> None:
    """In the place of the last one that may be replaced."""
    other: dict[Symbol, bool] = {A: False}
    both: dict[Symbol, bool] = {A: False, B: True}
    sides: list[dict[Symbol, bool]] = [{A: True}] * 8
    sides[1], sides[2] = other, both
    assert remaining(with_sides(*sides), 4) == [0, 2, 3, 5]


def with_retained(graph: Graph, at: Mapping[int, int], number: int) -> list[State]:
    """Return paths, some of which have retained a graph at a line."""
    states = [State() for _ in range(number)]
    for place, row in at.items():
        node = add(graph)
        states[place].retained_by[node] = backward(graph, node, at=line(row)).number
    return states


def test_a_path_remains_for_each_statement_that_retained_a_graph() -> None:
    """The first of the paths replaces the last one of a kind that has several."""
    graph = Graph()
    assert remaining(with_retained(graph, {1: 5, 2: 5, 4: 6}, 8), 4, graph) == [0, 1, 3, 4]


def test_no_path_is_replaced_that_alone_stands_for_a_statement() -> None:
    graph = Graph()
    assert remaining(with_retained(graph, {0: 5, 1: 6, 3: 7}, 4), 2, graph) == [0, 3]
    assert remaining(with_retained(graph, {0: 5, 1: 6}, 2), 1, graph) == [0]


class Run:
    """Two paths with a variable each in scope 1, in whose graphs a leaf is shared."""

    def __init__(self) -> None:
        self.graph = Graph()
        self.leaf = add(self.graph, Origin.LEAF)
        self.nodes = [add(self.graph, inputs=(self.leaf,)) for _ in range(2)]

    def state(self, variables: Mapping[Hashable, Value], scope: int = 1, result: Value = NONE) -> State:
        return State(heap={ObjectNumber(scope): Object("scope", fields=dict(variables))}, result=result)

    def havoc(self) -> list[Havoc]:
        return [event for event in havoc_log.with_events(self.graph) if isinstance(event, Havoc)]

    def record(self, dropped: Iterable[State], kept: Iterable[State], live: LiveNames = ALL) -> list[Havoc]:
        dropped_paths.record(self.graph, SITE, list(dropped), list(kept), live)
        return self.havoc()


def test_a_dropped_path_may_use_what_it_alone_holds() -> None:
    """The leaf is reached on the other path, too."""
    run = Run()
    one, two = (run.state({"loss": tensor(node)}) for node in run.nodes)
    (event,) = run.record([one], [two])
    assert (event.cause, event.nodes) == (Cause.DROPPED_PATH, frozenset((run.nodes[0],)))


def test_what_any_remaining_path_holds_is_used_there() -> None:
    run = Run()
    one, two = (run.state({"loss": tensor(node)}) for node in run.nodes)
    assert not [event for event in run.record([one], [two, run.state({"loss": tensor(run.nodes[0])})]) if event.nodes]
    assert not [event for event in run.record([run.state({})], [one]) if event.nodes]


class Retained(Run):
    """Each path has retained the graph of its variable, at lines 5 and 6."""

    def __init__(self, lines: tuple[int, int] = (5, 6)) -> None:
        super().__init__()
        self.passes = [backward(self.graph, node, at=line(row)).number for node, row in zip(self.nodes, lines, strict=True)]

    def path(self, index: int, name: str = "loss", scope: int = 1) -> State:
        state = self.state({name: tensor(self.nodes[index]), "count": Constant(1)}, scope)
        state.retained_by = {self.nodes[index]: self.passes[index]}
        return state

    def reused(self, dropped: State, kept: State, live: LiveNames = ALL) -> frozenset[int]:
        return frozenset[int]().union(*(event.backwards for event in self.record([dropped], [kept], live)))


def test_a_dropped_path_may_use_the_graph_that_it_has_retained() -> None:
    run = Retained()
    assert run.reused(run.path(0), run.path(1)) == {run.passes[0]}


def test_a_graph_of_the_same_name_and_statement_is_used_on_the_remaining_path() -> None:
    run = Retained((5, 5))
    assert run.reused(run.path(0), run.path(1)) == set()
    run = Retained((5, 5))
    assert run.reused(run.path(0), run.path(1, "other")) == {run.passes[0]}
    run = Retained()
    assert run.reused(run.path(0), run.path(0)) == set()


def test_a_variable_that_no_later_statement_reads_uses_no_graph() -> None:
    for names, scope, used in ((("loss",), 1, True), ((), 1, False), ((), 2, True)):
        run = Retained()
        live = LiveNames(ObjectNumber(1), frozenset(names))
        assert bool(run.reused(run.path(0, scope=scope), run.path(1), live)) is used


def test_names_of_one_scope_are_live_or_dead() -> None:
    live = LiveNames(ObjectNumber(1), frozenset(("loss",)))
    assert live.includes(Variable(ObjectNumber(1), "loss"))
    assert not live.includes(Variable(ObjectNumber(1), "other"))
    assert live.includes(Variable(ObjectNumber(2), "other"))
    assert live.includes(way(terms.Item(7, ONE)))
    assert ALL.includes(Variable(ObjectNumber(1), "other"))


def test_a_value_without_the_retained_graph_does_not_count() -> None:
    run = Retained()
    path = run.path(0)
    path.heap[ObjectNumber(1)].fields["loss"] = tensor(run.leaf, needs=Certainty.YES)
    assert run.reused(path, run.path(1)) == set()
