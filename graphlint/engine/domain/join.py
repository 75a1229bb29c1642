"""The join of paths at control-flow merges.

Two states are joined if later statements do not distinguish them. Paths meet after a branch, at the end of an iteration, and after a call;
the left one of two is that which the machine executed first. They must agree in

- the way in which they leave the block, the grad mode, the reduction of gradients, and the status of nodes, leaves and gradients, but for
  what `graph_status` lists;
- the backwards before the resets of optimizers;
- the version counters of all storages that a node saves;
- the values of all live variables, except that two constants or unknown values, also one of each, may differ, and so may two tensors
  without a graph, unless a condition of the function tests the variable: then constants must be equal, and so must unknown values on which
  the paths have assumed a condition. All other values must be the same object: two tensors with different graphs are never joined, and a
  tensor is not joined with a value of another class;
- at the end of an iteration, the stages of gradient scalers: the next iteration calls the same methods;
- the tensors and objects that they have stored in unresolved objects;
- the objects that one of them has written since they were forked. Containers without graphs may differ, and also be created by each path.

The joined state has

- of the conditions, of the known constants, and of the values stored in unresolved objects, those on which both agree, and `alternatives`;
- facts as `FactTables.join` says;
- the weaker status of graphs and gradients where they differ in it (`graph_status`);
- an unknown value for constants and unknown values that differ; a container whose elements differ in number or keys is inexact, and
  one that may have other elements on one path may have them;
- no exception that is only assumed, unless both assume one;
- the union of the stores, callbacks and uncertain changes; the later of the latest backward passes;
- all else from the left state: other known values, tensors without a graph, tensors and objects in temporaries and
  dead variables, the version counters of storages that no node saves, the latest steps of optimizers, and discarded gradients. Neither
  compared nor joined are the result of the last call (except at the end of a call, where results must agree), what unresolved contexts may
  have done to grad mode (`grad_mode_doubts`), where it was disabled (`grad_mode_switch`), how many contexts disable the version check, and
  which lazy imports are on the heap.

Each state is compared with the most recent remaining states only (`COMPARED_STATES`). Nothing is widened here: the number of iterations
that a loop executes is bounded (`exec.loops`). If more states remain than the limit allows, the machine drops some
(`machine.dropped_paths`).

Paths end in two other places: `exec.dead_state` forgets what no path can use again, and then joins more of them; in code without effects
on graphs, `exec.control` continues after a branch with one side.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Set
from dataclasses import replace
from itertools import compress
from operator import is_not
from typing import NamedTuple, TypeAlias

from graphlint.autograd.events import Certainty
from graphlint.autograd.numbers import ObjectNumber
from graphlint.engine.domain import graph_status, scaler_stages, terms
from graphlint.engine.domain.bounds import COMPARED_STATES
from graphlint.engine.domain.fact_tables import is_constant, retain_equal_constants
from graphlint.engine.domain.graph import BackwardPasses
from graphlint.engine.domain.objects import CONTAINERS, Object
from graphlint.engine.domain.path_facts import GradientsUnreduced
from graphlint.engine.domain.records import OtherElements
from graphlint.engine.domain.state import State
from graphlint.engine.domain.term import Symbol, Term
from graphlint.engine.domain.values import Constant, Ref, Sequence, Tensor, Unknown, Value

JoinValues: TypeAlias = Callable[[Value, Value, Certainty], Unknown]
"""Creates the unknown value that stands for one of two values and may depend on the graphs of both."""


class SymbolParts(dict[Symbol, frozenset[Symbol]]):
    """The symbols in each symbol: itself and its parts, except constants. They are computed once in a run, since joins ask for them again
    and again."""

    def __missing__(self, symbol: Symbol) -> frozenset[Symbol]:
        components: list[Symbol] = [symbol]
        for item in components:
            if isinstance(item, Term):
                components.extend(part for part in item.symbols() if type(part) is not terms.ConstantSymbol)
        parts = self[symbol] = frozenset(components if type(symbol) is not terms.ConstantSymbol else ())
        return parts


class JoinContext(NamedTuple):
    """The context of a join.

    `number` is the innermost scope; `tested` are the names that conditions of the function test. `target` is the temporary just assigned,
    None if none. `live` are the names that a later statement may read, None for all. `saved` are the storages that a node saves.
    `parts` are the symbols in those of the run. `ends_iteration` marks the end of an iteration. `after_call` marks the end of a call, whose
    results must be equal.
    """

    number: ObjectNumber
    tested: frozenset[str]
    target: int | None
    live: Set[str] | None
    saved: Set[int]
    parts: SymbolParts
    ends_iteration: bool = False
    after_call: bool = False
    passes: BackwardPasses = BackwardPasses()


def join_states(states: list[State], context: JoinContext, join_values: JoinValues) -> list[State]:
    """Join states that no later statement can distinguish."""
    joined: list[State] = []
    for state in states:
        for other in joined[-COMPARED_STATES:]:
            comparison = _joinable(other, state, context)
            if comparison is not None:
                _join_into(other, state, comparison, join_values)
                if context.after_call:
                    other.result = _join_value(other.result, state.result, join_values)
                break
        else:
            joined.append(state)
    return joined


def joinable_but_for_status(states: list[State], context: JoinContext) -> list[State]:
    """Return the states that could be joined with another one if they agreed in their status, stores and facts."""
    joinable = set[int]()
    for index, state in enumerate(states):
        for other in range(index):
            if index in joinable and other in joinable:
                continue
            if _same_modes(states[other], state, context) and _HeapComparison(states[other], state, context).is_same():
                joinable |= {index, other}
    return [state for index, state in enumerate(states) if index in joinable]


def _same_modes(one: State, two: State, context: JoinContext) -> bool:
    if one.grad_mode is not two.grad_mode or one.signal != two.signal or one.inference != two.inference:
        return False
    if any(type(fact) is GradientsUnreduced for fact in one.facts.certain ^ two.facts.certain):
        return False
    return not context.ends_iteration or scaler_stages.calls(one) == scaler_stages.calls(two)


def _joinable(one: State, two: State, context: JoinContext) -> _HeapComparison | None:
    """Return the comparison of the heaps of two states if these can be joined, else None."""
    if not _same_modes(one, two, context):
        return None
    if not graph_status.same_status(one, two, context.passes):
        return None
    if one.versions != two.versions and not graph_status.same_versions(one, two, context.saved):
        return None
    if graph_status.differing_contributions(one.gradients, two.gradients):
        return None
    if one.optimizer_gradients.keys() != two.optimizer_gradients.keys():
        return None  # an optimizer without contributions is tracked, too
    if one.optimizer_gradients != two.optimizer_gradients and graph_status.differing_contributions(
        one.optimizer_gradients, two.optimizer_gradients
    ):
        return None
    resets, others = ({key: item.backward for key, item in state.optimizer_resets.items()} for state in (one, two))
    if resets != others:
        return None
    if one.stored is not two.stored and not all(_same_store(one.known.get(key), two.known.get(key)) for key in one.stored | two.stored):
        return None
    comparison = _HeapComparison(one, two, context)
    return comparison if comparison.is_same() else None


class _HeapComparison:
    """Compares the values and objects of two states.

    Containers that each of the paths has created for itself count as the same object if they hold no graph, and if all references of one
    path to its container are references of the other path to the other's.

    `differing` are the numbers of the objects that the heaps do not share, and `counterparts` the containers of the first state with those
    of the second for which they stand. Both are complete when `is_same` has returned True.
    """

    def __init__(self, one: State, two: State, context: JoinContext) -> None:
        self.one = one
        self.two = two
        self.context = context
        self.differing: list[ObjectNumber] = []
        self.counterparts: dict[ObjectNumber, ObjectNumber] = {}
        self._reverse: dict[ObjectNumber, ObjectNumber] = {}
        self._exchanged: list[Symbol] = []

    def is_same(self) -> bool:
        """Return True if no later statement can distinguish the heaps, the temporary just assigned and the result of a call."""
        one, two, context = self.one, self.two, self.context
        if not self._same_object(one.heap[context.number], two.heap[context.number], context.live):
            return False
        first, second = one.heap, two.heap
        # Most keys are of objects that both heaps share: no bytecode is executed for them.
        keys = one.dirty | two.dirty
        self.differing = list(compress(keys, map(is_not, map(first.get, keys), map(second.get, keys))))
        for key in self.differing:
            if key == context.number:
                continue
            left, right = first.get(key), second.get(key)
            if left is not None and right is not None and not self._same_object(left, right, None):
                return False
        if context.target is not None:
            fields = one.heap[context.number].fields, two.heap[context.number].fields
            a, b = fields[0].get(context.target), fields[1].get(context.target)
            if a is not None and b is not None and not self._same(a, b, None) and not (_is_number(a) and _is_number(b)):
                return False
        if context.after_call and not self._same(one.result, two.result, None):
            return False
        return not self._exchanged or not self._is_assumed(self._exchanged)

    def _same_object(self, left: Object, right: Object, live: Set[str] | None) -> bool:
        """Return True if two objects are the same for later statements; `live` is given for the current function's scope."""
        if left.kind != right.kind or not _same_record(left, right) or left.capacity != right.capacity:
            return False
        if left.kind in CONTAINERS and _all_plain(left) and _all_plain(right):
            return True
        if len(left.items) != len(right.items):
            return False
        if any(not self._same(a, b, None) for a, b in zip(left.items, right.items, strict=True)):
            return False
        is_scope = left.kind == "scope"
        fields, others = left.fields, right.fields
        # Most values are shared: no bytecode is executed for them.
        for name in compress(fields, map(is_not, fields.values(), map(others.get, fields))):
            if (is_scope and type(name) is int) or _is_ignored(name, is_scope, live):
                continue
            a, b = fields[name], others.get(name)
            if not (self._may_be_unbound(name, a, is_scope) if b is None else self._same(a, b, name)):
                return False
        missing = others.keys() - fields.keys()
        return all(_is_ignored(name, is_scope, live) or self._may_be_unbound(name, others[name], is_scope) for name in missing)

    def _may_be_unbound(self, name: Hashable, value: Value, is_scope: bool) -> bool:
        """Return True if a value that only one path has bound to a name has no graph and decides nothing. A read ends the other path."""
        return is_scope and name not in self.context.tested and (_are_plain((value,)) or self.one.without_graph(value))

    def _same(self, a: Value, b: Value, name: Hashable) -> bool:
        if a is b:
            return True
        tested = self.context.tested
        if type(a) is not type(b):
            # The graph of an unknown value is joined with it.
            return name is not None and name not in tested and isinstance(a, (Constant, Unknown)) and isinstance(b, (Constant, Unknown))
        if isinstance(a, Constant) and isinstance(b, Constant):
            return (a.value == b.value and type(a.value) is type(b.value)) or (name is not None and name not in tested)
        if isinstance(a, Unknown) and isinstance(b, Unknown):
            if a.symbol != b.symbol and name in tested:
                self._exchanged += (a.symbol, b.symbol)
            return True
        if isinstance(a, Tensor) and isinstance(b, Tensor):
            return a.number == b.number or (
                a.needs is Certainty.NO and b.needs is Certainty.NO and (a.reason, a.gradient_of) == (b.reason, b.gradient_of)
            )
        if isinstance(a, Ref) and isinstance(b, Ref):
            return (a.number == b.number and a.parallel is b.parallel and a.compiled is b.compiled) or self._same_container(a, b)
        if isinstance(a, Sequence) and isinstance(b, Sequence):
            return len(a.items) == len(b.items) and all(self._same(x, y, name) for x, y in zip(a.items, b.items, strict=True))
        return False

    def _is_assumed(self, symbols: list[Symbol]) -> bool:
        """Return True if a path has assumed a condition on one of several values, or on a part of it."""
        parts_of = self.context.parts
        parts = frozenset[Symbol]().union(*(parts_of[symbol] for symbol in symbols))
        # Both paths have assumed most conditions before they forked.
        first, second = self.one.condition.truths, self.two.condition.truths
        assumed = dict(zip(map(id, first), first, strict=True)) | dict(zip(map(id, second), second, strict=True))
        return not all(map(parts.isdisjoint, map(parts_of.__getitem__, assumed.values())))

    def _same_container(self, a: Ref, b: Ref) -> bool:
        """Return True if two references are to containers of the two paths that stand for one another."""
        if a.number in self.counterparts or b.number in self._reverse:
            return self.counterparts.get(a.number) == b.number
        left, right = self.one.heap.get(a.number), self.two.heap.get(b.number)
        if left is None or right is None or a.kind != b.kind or left.kind not in CONTAINERS or left.kind != right.kind:
            return False
        if a.number in self.two.heap or b.number in self.one.heap or left.attributes or right.attributes:
            return False
        if not _same_record(left, right) or left.capacity != right.capacity or not (_all_plain(left) and _all_plain(right)):
            return False
        self.counterparts[a.number], self._reverse[b.number] = b.number, a.number
        return True


def _same_record(left: Object, right: Object) -> bool:
    """Return True if the records of two objects are equal, but for the reason why a container may have other elements."""
    if left.record is right.record or left.record == right.record:
        return True
    if left.kind not in CONTAINERS:
        return False
    return replace(left.container, uncertain=right.container.uncertain) == right.container


def _is_ignored(name: Hashable, is_scope: bool, live: Set[str] | None) -> bool:
    """Return True for a temporary, and for a name that no later statement reads."""
    return (is_scope and type(name) is int) or (live is not None and isinstance(name, str) and name not in live)


def _all_plain(obj: Object) -> bool:
    """Return True if a container holds only constants and unknown values without a graph."""
    return _are_plain(obj.items) and _are_plain(obj.fields.values())


def _are_plain(values: Iterable[Value]) -> bool:
    return all(type(value) is Constant or (type(value) is Unknown and value.graph is Certainty.NO) for value in values)


def _is_number(value: Value) -> bool:
    """Return True for a number and for any unknown value without a graph: paths that differ only in these may be joined."""
    if isinstance(value, Constant):
        return isinstance(value.value, (int, float)) and not isinstance(value.value, bool)
    return isinstance(value, Unknown) and value.graph is Certainty.NO


def _same_store(one: Value | None, two: Value | None) -> bool:
    """Return True if later statements do not distinguish two values of an attribute; None if a path has not assigned it."""
    if isinstance(one, Tensor) and isinstance(two, Tensor):
        return one.number == two.number
    return one is two or all(value is None or isinstance(value, (Constant, Unknown)) for value in (one, two))


def _join_value(one: Value, two: Value, join_values: JoinValues) -> Value:
    """Return the join of a value on two paths: unknown where the paths differ in a constant or an unknown value."""
    if one is two:
        return one
    if isinstance(one, Constant):
        return one if is_constant(two, one) else join_values(one, two, Certainty.NO if isinstance(two, Constant) else Certainty.MAYBE)
    if isinstance(one, Unknown) and (not isinstance(two, Unknown) or one.symbol != two.symbol):
        return join_values(one, two, one.graph if isinstance(two, Unknown) and one.graph is two.graph else Certainty.MAYBE)
    if isinstance(one, Sequence) and isinstance(two, Sequence) and len(one.items) == len(two.items):
        items = tuple(_join_value(a, b, join_values) for a, b in zip(one.items, two.items, strict=True))
        return one if items == one.items else replace(one, items=items)
    return one


def _join_object(merged: Object, right: Object, join_values: JoinValues) -> None:
    """Join an object of another state into an object."""
    if merged.kind in CONTAINERS:
        if OtherElements.NONE is not right.container.uncertain is not merged.container.uncertain is not OtherElements.OTHER_CODE:
            merged.record = right.record
        same_size = len(merged.items) == len(right.items) and merged.fields.keys() == right.fields.keys()
        merged.exact = merged.exact and right.exact and same_size
    if len(merged.items) == len(right.items):
        merged.items = [_join_value(a, b, join_values) for a, b in zip(merged.items, right.items, strict=True)]
    fields, others = merged.fields, right.fields
    for name in [name for name, value in fields.items() if type(value) is Constant and name not in others]:
        fields[name] = join_values(fields[name], fields[name], Certainty.NO)
    # Most values are shared: no bytecode is executed for them.
    for name in list(compress(others, map(is_not, others.values(), map(fields.get, others)))):
        a, b = fields.get(name), others[name]
        if a is None:
            fields[name] = join_values(b, b, Certainty.NO) if type(b) is Constant else b
        else:
            fields[name] = _join_value(a, b, join_values)


def _join_into(one: State, two: State, comparison: _HeapComparison, join_values: JoinValues) -> None:
    """Join state `two` into state `one`: values and decisions in which they differ become unknown."""
    first, second = one.heap, two.heap
    for key in comparison.differing:
        left, right = first.get(key), second.get(key)
        if right is None:
            continue
        if left is None:
            one.heap[key] = right
            one.owned.discard(key)
        else:
            _join_object(one.edit(key), right, join_values)
    for key, other in comparison.counterparts.items():
        _join_object(one.edit(key), two.heap[other], join_values)
    one.condition.join(two.condition)
    _join_known(one, two)
    graph_status.join_status(one, two)
    one.facts.join(two.facts)
    one.latest_backward = max(one.latest_backward, two.latest_backward)
    one.presumes_exception = one.presumes_exception and two.presumes_exception
    one.dirty |= two.dirty
    one.uncertain_changes |= two.uncertain_changes
    for optimizer, reset in two.optimizer_resets.items():
        one.optimizer_resets[optimizer] = one.optimizer_resets[optimizer]._replace(
            since=tuple({*one.optimizer_resets[optimizer].since, *reset.since})
        )
    if one.writes is not two.writes:
        one.writes = tuple(dict.fromkeys((*one.writes, *two.writes)))
    one.callbacks = tuple(dict.fromkeys((*one.callbacks, *two.callbacks)))


def _join_known(one: State, two: State) -> None:
    """Join the known values of state `two` into those of state `one`."""
    known, others = one.known, two.known
    retain_equal_constants(known, others)
    if one.stored is not two.stored:
        one.stored |= two.stored
        for symbol in one.stored:
            if symbol in known and type(known[symbol]) is not type(others.get(symbol)):
                del known[symbol]
