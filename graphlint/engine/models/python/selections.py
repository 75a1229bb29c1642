"""Elements that a program selects from a list whose length is unknown: a slice, a random sample, any one of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from graphlint.autograd.events import Site
from graphlint.engine.domain.constants import known_slice
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.records import ContainerRecord
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Constant, Ref, Sequence, Slice, Value
from graphlint.engine.facts import dependencies
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.python import built_ins


def one_of(machine: Machine, state: State, values: tuple[Value, ...], site: Site) -> Value:
    """Return one of several values, of which it is not known which; of tuples of one length, a tuple of such items."""
    rows = [value for value in values if isinstance(value, Sequence)]
    if not rows or len(rows) < len(values) or len({(len(row.items), row.fields, row.type) for row in rows}) > 1:
        return dependencies.some_of(machine, state, values, site)
    return replace(rows[0], items=tuple(one_of(machine, state, column, site) for column in zip(*(row.items for row in rows), strict=True)))


def sliced(machine: Machine, state: State, obj: Object, key: Slice, site: Site) -> Value:
    """Return a slice of a list of unknown length: the known items that are in it, and one of the others if there may be more."""
    part = machine.allocate(state, "list")
    target = state.edit(part.number)
    target.items, target.exact = _selected(machine, state, obj, key, site), False
    target.record = ContainerRecord(obj.container.uncertain, is_slice=True)
    return part


def _selected(machine: Machine, state: State, obj: Object, key: Slice, site: Site) -> list[Value]:
    """Return the items of a slice of which it is known that they are in it; one of all items if none is."""
    items, bounds = obj.items, known_slice(key)
    start, stop, step = key.items if len(key.items) == 3 else (None, None, None)
    if bounds is not None and bounds.step in (None, 1) and (found := _in_slice(items, bounds)) and obj.holds_known_items:
        return _newest(machine, state, found) if (bounds.start or 0) < 0 else found
    ends_the_list = isinstance(stop, Constant) and stop.value is None and isinstance(step, Constant) and step.value is None
    if obj.holds_known_items and ends_the_list and not isinstance(start, Constant) and len(items) > 1:
        # The newest item is in each slice that reaches to the end.
        return [one_of(machine, state, tuple(items[:-1]), site), items[-1]]
    return [one_of(machine, state, tuple(items), site)]


def _in_slice(items: list[Value], bounds: slice) -> list[Value]:
    """Return the known items in a slice of a list that a loop extends: its first items and its newest ones are known."""
    start, stop = bounds.start or 0, bounds.stop
    if start < 0:
        return items[start:stop] if stop is None or stop < 0 else []
    return items[start:stop]


def _newest(machine: Machine, state: State, items: list[Value]) -> list[Value]:
    """Return the items of the end of a list whose distance from its end is known.

    A loop that has ended may have added more items than are known: those that are older may lie farther from the end.
    """
    runs = {turn.run for turn in machine.context.iterations}
    for index in range(len(items) - 1, 0, -1):
        nodes = (machine.graph.nodes[node] for tensor in dependencies.tensors_in(state, items[index]) if (node := state.node(tensor)))
        if any(not runs.issuperset(turn.run for turn in node.context.iterations) for node in nodes):
            return items[index:]
    return items


def _sample(machine: Machine, state: State, arguments: Arguments) -> Outcome:
    """Model `random.sample(population, k)` and `random.choices(population, k=1)`: any of the items, among them the known ones."""
    population = arguments.get(0, "population")
    items = _items_of(state, population)
    if items is None:
        return _drawn(machine, state, arguments)
    count = arguments.get(1, "k")
    sample = machine.allocate(state, "list")
    target = state.edit(sample.number)
    target.items = items[: count.value] if isinstance(count, Constant) and isinstance(count.value, int) else items
    target.exact = False
    return sample


def _choice(machine: Machine, state: State, arguments: Arguments) -> Outcome:
    """Model `random.choice(sequence)`."""
    population = arguments.get(0, "seq")
    if population is None or _items_of(state, population) is None:
        return _drawn(machine, state, arguments)
    return machine.get_item(state, population, machine.plain("index"), arguments.site)


def _items_of(state: State, population: Value | None) -> list[Value] | None:
    """Return the known items of a list or tuple that holds more than constants, None for other values."""
    if isinstance(population, Sequence):
        items = list(population.items)
    elif isinstance(population, Ref) and population.kind in ("list", "set"):
        items = list(state.get(population.number).items)
    else:
        return None
    return items if any(not isinstance(item, Constant) for item in items) else None


def _drawn(machine: Machine, state: State, arguments: Arguments) -> Value:
    """Return a drawn number, or an unknown element."""
    for value in arguments.all():
        unresolved_calls.havoc_variables(machine, state, value)
    return machine.plain("random")


FUNCTIONS: Final[Mapping[str, built_ins.Handler]] = {
    "random.sample": _sample, "random.choices": _sample, "random.choice": _choice,
}  # fmt: skip
"""The functions by qualified name. Source: the page of `random` in Python's documentation."""
