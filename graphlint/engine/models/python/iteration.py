"""Iteration: the iterable of a for loop, the number of iterations, and the element of each."""

from __future__ import annotations

from dataclasses import dataclass, replace

from graphlint.autograd.numbers import NO_RUN, RunNumber
from graphlint.engine.domain import class_lookup, indices, terms
from graphlint.engine.domain.constants import known_range
from graphlint.engine.domain.records import LibraryKind
from graphlint.engine.domain.state import Signal, State
from graphlint.engine.domain.symbols import symbol_of
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.values import NO, NONE, Constant, Each, Ref, Sequence, StandsFor, Tensor, Unknown, Value
from graphlint.engine.facts import generator_calls, identities, library_objects, one_pass
from graphlint.engine.machine import outcomes
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.frames import Extent
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.python import elements
from graphlint.engine.operations import ownership, tensors
from graphlint.ir.instructions import Loop


def iterator_over(machine: Machine, state: State, value: Value) -> Value:
    """Return `iter(value)`: a new iterator, or the value itself if it is an iterator."""
    if generator_calls.is_lazy(state, value) or (
        isinstance(value, Ref) and (value.kind == "instance" or library_objects.iterator(state, value) is not None)
    ):
        return value
    return library_objects.make(machine, state, LibraryKind.ITERATOR, value)


def take(machine: Machine, state: State, value: Value, guarded: bool) -> Outcome:
    """Model `next(value)`: the element is each path's result; a path on which the iterator has ended raises.

    Args:
        guarded: the enclosing code handles the end of the iterator.
    """
    if not isinstance(value, Ref):
        return step(machine, state, value)
    count = length(machine, state, value)
    if guarded:
        _follow(machine, state, value)
    if any(extent.exhausted and value.number in extent.iterators for extent in machine.blocks.extents):
        machine.counts.takes += 1
        return _end(machine, state, value)
    if value.kind != "helper":
        return step(machine, state, value)
    iterator, position = library_objects.iterator(state, value), library_objects.position(state, value)
    if count is not None:
        machine.counts.takes += 1
        if count <= (0 if iterator is not None else position):
            return _end(machine, state, value)
    if iterator is not None:
        count = None if count is None else count + position
    obj = state.edit(value.number)
    obj.record = replace(obj.library, position=position + 1)
    extent = machine.blocks.extents[-1] if machine.blocks.extents else None
    turn = machine.context.iterations[-1] if machine.context.iterations else None
    if extent is None or turn is None or value.number not in extent.iterators:
        return next_element(machine, state, value if iterator is None else iterator.source, position + 1, NO_RUN)
    last = count is not None and turn.number == extent.limit
    number = count if last and count is not None else position + 1
    return _element_of_loop(machine, state, value if iterator is None else iterator.source, number, extent)


def _is_endless(state: State, value: Value) -> bool:
    if not isinstance(value, Ref) or value.kind != "helper":
        return False
    kind, sources = library_objects.sources_of(state, value)
    return kind is LibraryKind.CYCLE or (kind in (LibraryKind.ITERATOR, LibraryKind.ENUMERATE) and _is_endless(state, sources[0]))


def _end(machine: Machine, state: State, value: Value) -> list[State]:
    """Raise StopIteration: the code has read the iterator to its end."""
    one_pass.exhaust(state, value, machine.here())
    state.signal, state.result = Signal.RAISE, NONE
    return [state]


def _follow(machine: Machine, state: State, value: Ref) -> None:
    """Let an iterator determine the number of iterations of the while loop that takes its elements, as in a for loop."""
    extent = machine.blocks.extents[-1] if machine.blocks.extents else None
    if extent is None or extent.counted or _is_endless(state, value):
        return
    machine.counts.takes += 1
    if value.number in extent.iterators or state.get(value.number).opened.iteration_of(extent.run):
        return
    iterator = library_objects.iterator(state, value)
    source = value if iterator is None else iterator.source
    extent_of_source = iterate(machine, state, machine.blocks.loops[-1], source)
    extent.iterators.add(value.number)
    if extent_of_source.count is not None:
        taken = 0 if iterator is None else iterator.position
        extent.count = extent_of_source.count - taken + machine.context.iterations[-1].number - 1
    extent.exact, extent.whole, extent.summarized = extent_of_source.exact, extent_of_source.whole, extent_of_source.summarized
    note_extent(machine, extent)


def note_extent(machine: Machine, extent: Extent) -> None:
    """Record a loop run whose last iteration is not executed, or in which one iteration stands for several."""
    if extent.count is None or not extent.whole or extent.count > max(machine.limits.passes, extent.exact):
        machine.graph.loops.unbounded.add(extent.run)
        return
    machine.graph.loops.unbounded.discard(extent.run)
    if extent.summarized:
        machine.graph.loops.summarized.add(extent.run)


def follow_names(machine: Machine, holder: Ref) -> None:
    """Execute all iterations of the innermost loop, if they are few, since each uses another name of an object that is older than the loop:
    later code reads what is under every one of them."""
    extent = machine.blocks.extents[-1] if machine.blocks.extents else None
    if extent is None or extent.count is None or holder.number > extent.run:
        return
    most = machine.limits.known_elements
    if extent.count <= most and extent.nested * extent.count <= machine.limits.nested_elements:
        extent.exact = max(extent.exact, most)
        note_extent(machine, extent)


def element_of(machine: Machine, state: State, value: Value, number: int, run: RunNumber = NO_RUN) -> Value:
    """Return the element of an iteration over a value; `number` counts from 1, `run` is the loop run (0 for none)."""
    if not (isinstance(value, Ref) and value.kind == "helper"):
        return elements.element(machine, state, value, number)
    kind, sources = library_objects.sources_of(state, value)
    if kind is LibraryKind.ITERATOR:
        return element_of(machine, state, sources[0], library_objects.position(state, value) + number, run)
    if kind is LibraryKind.ZIP:
        return Sequence(tuple(element_of(machine, state, source, number, run) for source in sources))
    if kind is LibraryKind.ENUMERATE:
        start = state.get(value.number).library.start
        first = start.value if isinstance(start, Constant) and isinstance(start.value, int) else None
        count = length(machine, state, sources[0])
        if (
            first is not None
            and count is not None
            and count <= exact_length(machine, state, value)
            and not is_summarized(state, sources[0])
        ):
            index: Value = Constant(first + number - 1)
        else:
            index = _index(machine)
            _bound(machine, index, number, run, first)
            if run and first is not None:
                machine.graph.loops.ends[run] = indices.end(terms.Length(symbol_of(sources[0])), first)
        return Sequence((index, element_of(machine, state, sources[0], number, run)))
    if kind is LibraryKind.RANGE:
        numbers = known_range(sources)
        if numbers is not None and 0 < len(numbers) <= machine.limits.constants:
            return Constant(numbers[min(number, len(numbers)) - 1])
        index = _index(machine, *sources)
        first, last, step = (*(_whole(item) for item in sources[:2]), _whole(sources[2]) if len(sources) > 2 else 1)
        if number == 1 and first is not None:
            _bound(machine, index, number, run, first)
        elif step is not None and step > 0:
            _bound(machine, index, number, run, first, None if last is None else last - 1)
        if run and step == 1:
            machine.graph.loops.ends[run] = indices.end(symbol_of(sources[1]))
        return index
    if kind is LibraryKind.LOADER and sources and isinstance(sources[0], Ref) and sources[0].kind == "helper":
        inner, columns = library_objects.sources_of(state, sources[0])
        if inner is LibraryKind.TENSOR_DATASET:
            return Sequence(tuple(tensors.data(machine, machine.site(machine.frame.code.at)) for _ in columns))
    if kind is LibraryKind.LOADER:
        return elements.loaded(machine, value)
    if kind is LibraryKind.CYCLE:
        count = length(machine, state, sources[0])
        return element_of(machine, state, sources[0], (number - 1) % count + 1 if count else number, run)
    return machine.unknown()


def next_element(machine: Machine, state: State, value: Value, number: int, run: RunNumber) -> Outcome:
    """Return the element of an iteration; generators and iterators of the program are executed up to their next element."""
    if _is_own_iterator(state, value):
        return step(machine, state, value)
    if not (isinstance(value, Ref) and value.kind == "helper"):
        return elements.element(machine, state, value, number)
    kind, sources = library_objects.sources_of(state, value)
    if kind not in (LibraryKind.ZIP, LibraryKind.ENUMERATE) or not any(_is_own_iterator(state, source) for source in sources):
        return element_of(machine, state, value, number, run)
    paths: list[tuple[State, tuple[Value, ...]]] = [(state, (machine.plain("index"),) if kind is LibraryKind.ENUMERATE else ())]
    for source in sources:
        paths = [
            (after, (*results, after.result))
            for item, results in paths
            for after in ([item] if item.signal else outcomes.paths(item, next_element(machine, item, source, number, run)))
        ]  # fmt: skip
    for path, results in paths:
        path.result = Sequence(results)
    return [item for item, _ in paths]


def _is_own_iterator(state: State, value: Value) -> bool:
    """Return True for a generator that has not ended and for an object of the program with `__next__`."""
    if generator_calls.is_lazy(state, value):
        return True
    return isinstance(value, Ref) and value.kind == "instance" and class_lookup.find_method(state, value, "__next__") is not None


def _index(machine: Machine, *bounds: Value) -> Unknown:
    """Return the unknown index of an iteration: equal keys for equal bounds in the same iteration."""
    return Unknown(terms.Element(terms.IndexSymbol(tuple(map(symbol_of, bounds))), machine.graph.number()), NO, "index")


def _whole(value: Value) -> int | None:
    """Return a known integer, else None."""
    return value.value if isinstance(value, Constant) and type(value.value) is int else None


def _bound(machine: Machine, index: Unknown, number: int, run: RunNumber, first: int | None, last: int | None = None) -> None:
    """Record the bounds of the index of an iteration: the first has the first index, and those that follow greater ones."""
    if run:
        low, high = (first, first) if number == 1 else (None if first is None else first + 1, last)
        machine.graph.loops.indices[symbol_of(index)] = indices.Index(run, low, high)


def exact_length(machine: Machine, state: State, value: Ref) -> int:
    """Return the number of elements up to which every iteration over a library iterator is executed."""
    kind, sources = library_objects.sources_of(state, value)
    if kind in (LibraryKind.ZIP, LibraryKind.ENUMERATE):
        for source in sources:
            if generator_calls.is_lazy(state, source):
                continue
            known = elements.known_elements(machine, state, source)
            if known is not None and any(not isinstance(item, Constant) for item in known):
                return machine.limits.known_elements
    return machine.limits.plain_elements


def length(machine: Machine, state: State, value: Value) -> int | None:
    """Return the number of elements of an iteration over a value, None if unknown."""
    if isinstance(value, Ref) and value.kind == "helper":
        kind, sources = library_objects.sources_of(state, value)
        if kind is LibraryKind.RANGE:
            numbers = known_range(sources)
            return None if numbers is None else len(numbers)
        if kind is LibraryKind.ITERATOR:
            count = length(machine, state, sources[0])
            return None if count is None else max(0, count - library_objects.position(state, value))
        if kind is LibraryKind.ENUMERATE:
            return length(machine, state, sources[0])
        if kind is LibraryKind.ZIP:
            known = [count for source in sources if (count := length(machine, state, source)) is not None]
            return min(known) if known else None
        return None
    if isinstance(value, Tensor):
        return value.shape[0] if value.shape and isinstance(value.shape[0], int) and value.shape[0] > 0 else None
    if generator_calls.is_lazy(state, value):
        return None
    all_elements = elements.known_elements(machine, state, value)
    return None if all_elements is None else len(all_elements)


def is_summarized(state: State, value: Value) -> bool:
    """Return True if one element of an iteration may stand for several, as for the parameters of a module."""
    if isinstance(value, Ref) and value.kind == "helper":
        return any(is_summarized(state, source) for source in library_objects.sources_of(state, value)[1])
    if not isinstance(value, Ref) or value.kind not in ("parameters", "list"):
        return False
    obj = state.get(value.number)
    return (value.kind == "parameters" and not obj.exact) or any(_several(item) for item in obj.items)


def _several(value: Value) -> bool:
    """Return True if a value, or an item of a tuple, stands for several values."""
    if isinstance(value, Sequence):
        return any(_several(item) for item in value.items)
    return isinstance(value, Each) or (isinstance(value, Tensor) and value.stands_for is StandsFor.PARAMETERS)


def iterable_of(machine: Machine, state: State, value: Ref) -> Outcome:
    """Return the iterator of an instance of the program's class."""
    method = class_lookup.find_method(state, value, "__iter__")
    if method is not None:
        return machine.call(state, method, Arguments((), {}, machine.site(machine.frame.code.at)))
    return value


def elements_of(machine: Machine, state: State, value: Value) -> tuple[list[Value], bool]:
    """Return the known elements of any iterable, and whether these are all."""
    value = library_objects.unstarted_iterable(state, value)
    if generator_calls.is_lazy(state, value):
        machine.exhaust(state, value)
    if isinstance(value, Ref) and value.kind == "helper":
        count = length(machine, state, value)
        number = min(count, machine.limits.known_elements) if count is not None else 1
        return [element_of(machine, state, value, index + 1) for index in range(number)], number == count
    is_keyed = isinstance(value, Ref) and value.kind == "module" and ownership.slots(state, value) is not None
    if isinstance(value, Ref) and value.kind in ("list", "set", "generator", "parameters", "module") and not is_keyed:
        obj = state.get(value.number)
        return (ownership.children(machine, state, value) if value.kind == "module" else list(obj.items)), obj.exact
    known = elements.known_elements(machine, state, value)
    if known is not None:
        return list(known), True
    count = length(machine, state, value)
    if isinstance(value, Tensor) and count is not None and count <= machine.limits.known_elements:
        return [elements.element(machine, state, value, index) for index in range(count)], True
    return [elements.element(machine, state, value, 1)], False


@dataclass(slots=True)
class Iteration(Extent):
    """The iterable of a for loop, None for a while loop."""

    source: Value | None = None

    @staticmethod
    def none() -> Iteration:
        """Return the iteration of a while loop."""
        return Iteration(None, counted=False)

    def item(self, machine: Machine, state: State, number: int) -> Outcome:
        """Return the value of the loop variable in an iteration; `number` counts from 1."""
        assert self.source is not None
        return _element_of_loop(machine, state, self.source, number, self)


def iterate(machine: Machine, state: State, instruction: Loop, value: Value) -> Iteration:
    """Return a for loop's iteration over a value."""
    if generator_calls.is_lazy(state, value):
        return Iteration(None, source=value)
    value = identities.divided(machine, state, value)
    count = length(machine, state, value)
    known = elements.known_elements(machine, state, value)
    exact = machine.limits.comprehension_elements if instruction.is_comprehension else machine.limits.plain_elements
    if known is not None and (_is_module(value) or any(not isinstance(item, Constant) for item in known)):
        exact = machine.limits.known_elements
    if isinstance(value, Ref) and value.kind == "helper":
        exact = max(exact, exact_length(machine, state, value))
    if isinstance(value, Ref) and value.kind == "parameters":
        count = max(1, len(state.get(value.number).items))
        exact = max(exact, count)
    if known is None and isinstance(value, Ref) and value.kind in ("list", "generator"):
        items = state.get(value.number).items
        if any(not isinstance(item, Constant) for item in items):
            if elements.holds_batches(state, value):
                # A loop has filled the list, for which it was executed a few times only.
                return Iteration(None, len(items), False, source=value)
            # The list may have more elements: the loop is executed over the known ones.
            return Iteration(len(items), len(items), False, source=value)
    return Iteration(count, exact, summarized=is_summarized(state, value), source=value)


def _is_module(value: Value) -> bool:
    """Return True for a container module: its keys, too, select modules that differ."""
    return isinstance(value, Ref) and value.kind == "module"


def _element_of_loop(machine: Machine, state: State, source: Value, number: int, extent: Extent) -> Outcome:
    """Return the element of an iteration of a loop in progress; `number` counts from 1."""
    if not extent.whole and number > extent.exact and isinstance(source, Ref) and (items := state.get(source.number).items):
        return elements.batch_like(machine, items[-1])
    element = next_element(machine, state, source, number, extent.run)
    return _renewed(machine, element) if extent.summarized and isinstance(element, Sequence) else element


def _renewed(machine: Machine, value: Sequence) -> Sequence:
    """Return an element that stands for several, such as parameters with their names: its unknown parts are new in an iteration."""
    items = (
        Unknown(_new_symbol(machine, item.symbol), item.graph, item.name)
        if isinstance(item, Unknown)
        else _renewed(machine, item)
        if isinstance(item, Sequence)
        else item
        for item in value.items
    )
    return replace(value, items=tuple(items))


def _new_symbol(machine: Machine, symbol: Symbol) -> Symbol:
    """Return a symbol for a part of the element in an iteration."""
    number = machine.graph.number()
    return terms.AnyParameterName(number) if isinstance(symbol, terms.AnyParameterName) else number


def step(machine: Machine, state: State, value: Value) -> list[State]:
    """Model `next(value)`: the element is each path's result; a path on which the iterator has ended raises."""
    if isinstance(value, Ref) and generator_calls.is_lazy(state, value):
        return machine.advance(state, value)
    if isinstance(value, Ref) and value.kind == "instance" and (own := class_lookup.find_method(state, value, "__next__")) is not None:
        return outcomes.paths(state, machine.call(state, own, Arguments((), {}, machine.site(machine.frame.code.at))))
    if isinstance(value, Ref) and value.kind in ("list", "generator"):
        obj = state.edit(value.number)
        if obj.items:
            state.result = obj.items.pop(0) if obj.exact or len(obj.items) > 1 else obj.items[0]
            return [state]
        if obj.exact:
            state.signal, state.result = Signal.RAISE, NONE
            return [state]
    state.result = elements.element(machine, state, value, 1)
    return [state]
