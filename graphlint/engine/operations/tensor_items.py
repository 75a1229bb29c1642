"""Items of tensors, and items and attributes of unresolved results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from graphlint.autograd import operations as table
from graphlint.autograd.events import NoGraph, OldApi, OldApiUse, Origin, Site
from graphlint.autograd.numbers import StorageNumber
from graphlint.engine.domain import shapes, terms
from graphlint.engine.domain.state import State
from graphlint.engine.domain.symbols import is_text, symbol_of, varies
from graphlint.engine.domain.term import Symbol, Term
from graphlint.engine.domain.values import MAYBE, NO, Constant, Each, Ref, Sequence, Slice, StandsFor, Tensor, Unknown, Value
from graphlint.engine.facts import dependencies
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.operations import errors, in_place, recording


def item_of(machine: Machine, state: State, value: Tensor | Each, key: Value, site: Site) -> Outcome:
    """Return `value[key]`: a view for basic indexing, a copy for indexing by a tensor; possibly one of both if the key is unknown."""
    if isinstance(value, Tensor) and value.parts:
        if value.stands_for is StandsFor.SEVERAL and isinstance(key, Slice):
            # A slice of several results are several results.
            return value
        return part(machine, state, value, terms.AtKey(symbol_of(key)), is_entry=_is_entry_of_iteration(machine, value, key))
    if (
        isinstance(value, Tensor)
        and value.reason is NoGraph.DATA_ATTRIBUTE
        and value.shape == ()
        and isinstance(key, Constant)
        and key.value == 0
    ):
        errors.removed_spelling(machine, state, OldApiUse(site, machine.context, OldApi.DATA_INDEX))
        return machine.call_method(state, value, "item", Arguments((), {}, site))
    parts = key.items if isinstance(key, Sequence) and not isinstance(key, Slice) else (key,)
    indexed = any(isinstance(item, Tensor) or (isinstance(item, Ref) and item.kind == "list") for item in parts)
    unsure = any(isinstance(item, Unknown) and (item.graph is not NO or item.data) for item in parts)
    operation = table.operations()["getitem_index" if indexed else "getitem_view"]
    result = recording.apply(machine, state, operation, [("input", value)], site, shape=shapes.indexed(value, parts))
    if isinstance(result, Tensor) and result.reason is NoGraph.DATA:
        result = _selected_by(parts, result)
    return _view_or_copy(machine, value, result) if unsure and isinstance(value, Tensor) and isinstance(result, Tensor) else result


def _selected_by(keys: Iterable[Value], tensor: Tensor) -> Tensor:
    """Return an item of data as one that has lost the graph of its index, if that was computed without a derivative: `levels[argmax]`."""
    index = next((key for key in keys if isinstance(key, Tensor) and key.reason in recording.WITHOUT_DERIVATIVE and key.site), None)
    return tensor if index is None else replace(tensor, reason=index.reason, site=index.site)


def _view_or_copy(machine: Machine, base: Tensor, tensor: Tensor) -> Tensor:
    """Return an item as a copy that may be a view of its base: only a change in place distinguishes them."""
    number = machine.graph.number()
    machine.graph.possible.bases[number] = base
    return replace(tensor, view=False, storage=StorageNumber(number), family=number)


def _is_entry_of_iteration(machine: Machine, value: Tensor, key: Value) -> bool:
    """Return True if a key, and not an index, selects another entry of an older mapping in each iteration of a loop."""
    symbol = symbol_of(key)
    if isinstance(key, Constant) or (type(symbol) is not terms.Text and _has_index(machine, symbol)):
        return False
    runs = [turn.run for turn in machine.context.iterations]
    return any(varies(symbol, run, runs) for run in runs if run > value.number)


def _has_index(machine: Machine, symbol: Symbol) -> bool:
    """Return True if a symbol is computed from the index of a loop."""
    return symbol in machine.graph.loops.indices or (
        isinstance(symbol, Term) and any(_has_index(machine, item) for item in symbol.symbols())
    )


def part(
    machine: Machine, state: State, value: Tensor, key: Term, origin: Origin = Origin.PROJECTION, *, is_entry: bool = False
) -> Value:  # fmt: skip
    """Return an item or attribute of an unresolved result: the same value for each read, with a node that depends on the same call.

    The entries of a mapping that a loop selects (`is_entry`), such as the losses of several models, may depend on different arguments of
    the call. An entry may be a value that was stored under an unknown key.
    """
    if state.without_graph(value):
        return Unknown(terms.PartSymbol(value.number, key), NO, data=True)
    known = state.known.get(terms.PartSymbol(value.number, key))
    if known is not None:
        return known
    if value.stands_for is StandsFor.SEVERAL:
        return replace(value, number=machine.graph.number(), parts=False, stands_for=StandsFor.ONE, shape=None)
    node = state.node(value)
    below = machine.graph.nodes.get(node)
    if below is None:
        # The result may have no graph; then its part has none.
        inner = machine.graph.record(Origin.UNRESOLVED_CALL, _made(machine, value), (), (), MAYBE, ())
    else:
        certain, others = ((), below.inputs) if is_entry else (below.inputs, ())
        possible = (*others, *below.possible_inputs, node, *_stored_under_unknown_keys(machine, state, value))
        inner = machine.graph.record(origin, below.site, certain, possible, below.saves, below.saved)
    tensor = replace(
        value,
        number=machine.graph.number(),
        node=inner,
        storage=StorageNumber(machine.graph.number()),
        family=machine.graph.number(),
        shape=None,
    )
    state.known[terms.PartSymbol(value.number, key)] = tensor
    return tensor


def replace_part(state: State, value: Tensor, key: Constant, item: Value) -> None:
    """Store an item in an unresolved result."""
    state.store(terms.PartSymbol(value.number, terms.AtKey(symbol_of(key))), item)


def assign(machine: Machine, state: State, holder: Tensor, key: Value, value: Value, site: Site) -> None:
    """Execute `tensor[key] = value`."""
    if holder.parts and isinstance(key, Constant) and isinstance(key.value, str):
        # A string key shows that the unresolved result is a mapping.
        replace_part(state, holder, key, value)
    elif holder.parts and isinstance(key, (Unknown, Tensor)) and _is_mapping(state, holder, key):
        for item in _items_of_mapping(state, holder):
            # The unknown key may be the key of any item.
            state.store(item, machine.unknown())
        state.store(terms.PartSymbol(holder.number, terms.AtKey(symbol_of(key))), value)
    else:
        in_place.assign_item(machine, state, holder, key, value, site)


def _is_mapping(state: State, holder: Tensor, key: Value) -> bool:
    """Return True if an unresolved result is a mapping: a method of mappings was called on it, or a text is one of its keys."""
    return type(symbol_of(key)) is terms.Text or any(
        type(each.selector) is terms.AtMethod or (type(each.selector) is terms.AtKey and is_text(each.selector.key))
        for each in _known_parts(state, holder)
    )


def _stored_under_unknown_keys(machine: Machine, state: State, holder: Tensor) -> list[int]:
    """Return the nodes of the values that were stored in an unresolved result under unknown keys."""
    values = tuple(
        state.known[each]
        for each in state.stored
        if type(each) is terms.PartSymbol
        and each.tensor == holder.number
        and type(each.selector) is terms.AtKey
        and type(each.selector.key) is not terms.ConstantSymbol
        and each in state.known
    )
    return dependencies.nodes_in(machine, state, values) if values else []


def _items_of_mapping(state: State, holder: Tensor) -> list[terms.PartSymbol]:
    """Return the items of an unresolved result that were read or stored under string keys: none if it may be another object."""
    return [part for part in _known_parts(state, holder) if type(part.selector) is terms.AtKey and is_text(part.selector.key)]


def _known_parts(state: State, value: Tensor) -> Iterator[terms.PartSymbol]:
    """Yield the parts of an unresolved result that were read or stored."""
    return (symbol for symbol in state.known if type(symbol) is terms.PartSymbol and symbol.tensor == value.number)


def has_named_part(state: State, value: Tensor) -> bool:
    """Return True if an attribute or string key of an unresolved result was read: it is not a tensor."""
    selectors = (part.selector for part in _known_parts(state, value))
    return any(type(each) is terms.AtAttribute or (type(each) is terms.AtKey and is_text(each.key)) for each in selectors)


def _made(machine: Machine, value: Tensor) -> Site:
    """Return the site at which a tensor was created."""
    return value.site or Site(machine.frame.code.path, 0, 0, 0, 0)


def row(machine: Machine, state: State, value: Tensor) -> Value:
    """Return the element of an iteration over a tensor."""
    if value.parts:
        return part(machine, state, value, terms.AtRow(machine.graph.number()))
    site = _made(machine, value)
    shape = value.shape[1:] if value.shape else None
    return recording.apply(machine, state, table.operations()["unbind"], [("input", value)], site, shape=shape)
