"""Models of Python's built-in functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from graphlint.autograd import operations as table
from graphlint.autograd.events import NoGraph
from graphlint.engine.domain import terms
from graphlint.engine.domain.constants import known_numbers
from graphlint.engine.domain.records import LibraryKind
from graphlint.engine.domain.state import Signal, State
from graphlint.engine.domain.symbols import slot_of, symbol_of
from graphlint.engine.domain.values import (
    MAYBE,
    NO,
    NONE,
    Class,
    Constant,
    Each,
    Ref,
    Sequence,
    Super,
    Tensor,
    Unknown,
    Value,
    strongest,
)
from graphlint.engine.facts import dependencies, library_objects, one_pass
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.machine import outcomes
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.python import computed_attributes, container_growth, elements, iteration
from graphlint.engine.operations import applications, arithmetic, recording, wrong_operands

Handler = Callable[[Machine, State, Arguments], Outcome]
_NUMERAL: Final = re.compile(r"\d{1,9}(\.\d{1,9})?")


def call(machine: Machine, state: State, name: str, arguments: Arguments) -> Outcome:
    """Call a built-in function."""
    handler = _TABLE.get(name)
    if handler is not None:
        return handler(machine, state, arguments)
    # All others return numbers, texts and the like.
    return machine.plain(name)


def _any_object(machine: Machine, state: State, arguments: Arguments) -> Value:
    """Model a function whose result may be any object, a model too: `eval(name)`, `globals()[name]`."""
    return unresolved_calls.unknown_call(machine, state, arguments)


def _str(machine: Machine, state: State, arguments: Arguments) -> Value:
    """Model `str(value)`: equal strings for equal values."""
    value = first_of(arguments, machine)
    if isinstance(value, Constant) and type(value.value) in (str, int):
        return Constant(str(value.value))
    return Unknown(terms.Text("str", (symbol_of(value),)), NO) if isinstance(value, Constant | Unknown) else machine.plain("str")


def first_of(arguments: Arguments, machine: Machine) -> Value:
    """Return the first argument."""
    return arguments.positional[0] if arguments.positional else machine.unknown()


def _range(machine: Machine, state: State, arguments: Arguments) -> Value:
    values = arguments.positional
    machine.graph.unresolved.use_as_sizes(values)
    if len(values) == 1:
        return library_objects.make(machine, state, LibraryKind.RANGE, Constant(0), values[0])
    if len(values) == 2:
        return library_objects.make(machine, state, LibraryKind.RANGE, values[0], values[1])
    if len(values) == 3:
        return library_objects.make(machine, state, LibraryKind.RANGE, *values)
    return library_objects.make(machine, state, LibraryKind.RANGE, machine.plain(), machine.plain())


def _enumerate(machine: Machine, state: State, arguments: Arguments) -> Value:
    start = arguments.get(1, "start") or Constant(0)
    return library_objects.make(machine, state, LibraryKind.ENUMERATE, first_of(arguments, machine), start=start)


def make_zip(machine: Machine, state: State, arguments: Arguments) -> Value:
    """Model `zip(*iterables)`."""
    if not arguments.open:
        return library_objects.make(machine, state, LibraryKind.ZIP, *arguments.positional)
    columns = _transposed(machine, state, arguments.spread) if not arguments.positional else None
    return columns or unresolved_calls.unknown_call(machine, state, arguments)


def _transposed(machine: Machine, state: State, rows: tuple[Value, ...]) -> Sequence | None:
    """Return `zip(*rows)` for an unknown number of rows: one list for each column; None if the width is unknown."""
    known = [row.items for row in rows if isinstance(row, Sequence)]
    if not known or len(known) < len(rows) or len({len(row) for row in known}) > 1:
        return None
    columns: list[Value] = []
    for items in zip(*known, strict=True):
        column = machine.allocate(state, "list")
        obj = state.get(column.number)
        obj.items, obj.exact = list(items), False
        columns.append(column)
    return Sequence(tuple(columns))


def make_list(machine: Machine, state: State, arguments: Arguments) -> Value:
    """Model `list(iterable)`."""
    ref = machine.allocate(state, "list")
    target = state.get(ref.number)
    if arguments.positional:
        target.items, target.exact = iteration.elements_of(machine, state, arguments.positional[0])
        one_pass.exhaust(state, arguments.positional[0], arguments.site)
    return ref


def _tuple(machine: Machine, state: State, arguments: Arguments) -> Value:
    if not arguments.positional:
        return Sequence(())
    items, exact = iteration.elements_of(machine, state, arguments.positional[0])
    if exact:
        one_pass.exhaust(state, arguments.positional[0], arguments.site)
        return Sequence(tuple(items))
    return make_list(machine, state, arguments)


def make_dict(machine: Machine, state: State, arguments: Arguments) -> Value:
    """Model `dict(iterable, **items)`."""
    ref = machine.allocate(state, "dict")
    target = state.get(ref.number)
    if arguments.positional:
        source = arguments.positional[0]
        if isinstance(source, Ref) and source.kind == "dict":
            target.fields.update(state.get(source.number).fields)
        else:
            pairs = machine.elements(state, source)
            target.exact = pairs is not None
            for pair in pairs or ():
                if isinstance(pair, Sequence) and len(pair.items) == 2:
                    target.fields[slot_of(pair.items[0])] = pair.items[1]
    target.fields.update(arguments.keywords)
    return ref


def _sum(machine: Machine, state: State, arguments: Arguments) -> Value:
    items, exact = iteration.elements_of(machine, state, first_of(arguments, machine))
    start = arguments.get(1, "start")
    if start is not None and _is_collection(start):
        return _concatenation(machine, state, (start, *items), exact)
    if exact and len(arguments.all()) == 1 and (numbers := _numbers(items)) is not None:
        return Constant(sum(numbers))
    operands = [item for value in items for item in recording.operands_of((value,), state) if applications.may_be_tensor(item)]
    if not any(isinstance(value, Tensor) for value in operands):
        symbol = terms.Sum(machine.graph.number(), tuple(map(symbol_of, items)))
        nodes = dependencies.nodes_of_unknown(machine, tuple(operands))
        if nodes:
            machine.graph.unresolved.node(machine.graph, symbol, arguments.site, below=nodes)
        return Unknown(symbol, MAYBE if any(applications.needs_of(state, value) is not NO for value in operands) else NO)
    total = recording.apply(machine, state, table.operations()["add"], [("input", value) for value in operands], arguments.site)
    arithmetic.note_terms(machine, state, operands, total, arguments.site)
    return total


def _is_collection(value: Value) -> bool:
    return isinstance(value, Sequence) or (isinstance(value, Ref) and value.kind == "list")


def _concatenation(machine: Machine, state: State, parts: Iterable[Value], exact: bool) -> Value:
    """Return the sum of lists or tuples, as a list."""
    ref = machine.allocate(state, "list")
    for part in parts:
        items, known = elements.items_of(machine, state, part)
        exact = exact and known
        state.get(ref.number).items.extend(items)
    state.get(ref.number).exact = exact
    return ref


def _numbers(items: Iterable[Value]) -> list[int | float] | None:
    """Return the numbers if all values are constant numbers, else None."""
    values = [value.value if isinstance(value, Constant) else None for value in items]
    numbers = [value for value in values if isinstance(value, int | float)]
    return numbers if len(numbers) == len(values) else None


def _minimum(machine: Machine, state: State, arguments: Arguments) -> Value:
    return _extreme(machine, state, arguments, min)


def _maximum(machine: Machine, state: State, arguments: Arguments) -> Value:
    return _extreme(machine, state, arguments, max)


def _extreme(machine: Machine, state: State, arguments: Arguments, choose: Callable[[list[float]], float]) -> Value:
    values = arguments.positional
    if len(values) == 1:
        values = tuple(iteration.elements_of(machine, state, values[0])[0])
    elif numbers := known_numbers(values):
        return Constant(choose(numbers))
    tensors = [value for value in values if isinstance(value, Tensor)]
    return tensors[-1] if tensors else machine.plain()


def _super(machine: Machine, state: State, arguments: Arguments) -> Value:
    owner = machine.lookup(state, "__class__")
    receiver = arguments.get(1, "obj")
    first = arguments.get(0, "type")
    if isinstance(first, Class):
        owner = first
    if receiver is None:
        parameters = machine.frame.code.parameters
        receiver = machine.lookup(state, parameters[0].name) if parameters else machine.unknown()
    return Super(receiver, owner) if isinstance(owner, Class) else machine.unknown()


def _iter(machine: Machine, state: State, arguments: Arguments) -> Outcome:
    value = first_of(arguments, machine)
    if isinstance(value, Ref) and value.kind == "instance":
        return iteration.iterable_of(machine, state, value)
    return iteration.iterator_over(machine, state, value)


STOP: Final = "StopIteration"


def _next(machine: Machine, state: State, arguments: Arguments) -> Outcome:
    """Model `next(iterator, default)`."""
    value, default = first_of(arguments, machine), arguments.get(1, "default")
    guarded = default is not None or bool(machine.blocks.catching and STOP in machine.blocks.catching[-1].names)
    after = outcomes.paths(state, iteration.take(machine, state, value, guarded))
    for path in after:
        if path.signal is Signal.RAISE and default is not None:
            path.signal, path.result = Signal.NONE, default
    return state.result if len(after) == 1 and after[0] is state and not state.signal else after


def _filter(machine: Machine, state: State, arguments: Arguments) -> Value:
    source = arguments.get(1, "iterable")
    if isinstance(source, Ref) and source.kind == "parameters":
        ref = machine.allocate(state, "parameters")
        target, origin = state.get(ref.number), state.get(source.number)
        kept = [
            tensor
            for value in origin.items
            for tensor in (value.tensors if isinstance(value, Each) else (value,))
            if not isinstance(tensor, Tensor) or state.needs_grad(tensor) is not NO
        ]
        tensors_kept = tuple(value for value in kept if isinstance(value, Tensor))
        target.items = [Each(tensors_kept)] if len(tensors_kept) > 1 else list(tensors_kept)
        # Only the test of the function may have dropped all of them.
        target.exact = origin.exact and bool(target.items or not origin.items)
        if not target.exact:
            target.record = replace(target.container, others_before=origin.container.others_before)
            return ref
        return one_pass.mark(state, ref, arguments.site, filtered=True)
    return source if source is not None else machine.unknown()


def _number(machine: Machine, state: State, arguments: Arguments) -> Value:
    value = first_of(arguments, machine)
    if isinstance(value, Constant) and isinstance(value.value, int | float):
        return value
    if isinstance(value, Constant) and isinstance(value.value, str) and _NUMERAL.fullmatch(value.value):
        return Constant(float(value.value))
    return machine.plain("number")


def _float(machine: Machine, state: State, arguments: Arguments) -> Value:
    value, result = first_of(arguments, machine), _number(machine, state, arguments)
    if isinstance(value, Tensor | Each):
        wrong_operands.number_of(machine, value, "float", arguments.site)
    if isinstance(value, Tensor | Each) and isinstance(result, Unknown) and isinstance(result.symbol, int):
        recording.record_detach_point(machine, state, result.symbol, value, NoGraph.NUMBER, "item", arguments.site)
    return result


def _len(machine: Machine, state: State, arguments: Arguments) -> Value:
    value = first_of(arguments, machine)
    count = iteration.length(machine, state, value)
    if count is not None and isinstance(value, Ref | Sequence | Tensor) and not iteration.is_summarized(state, value):
        return Constant(count)
    symbol = terms.Length(symbol_of(value))
    growing = container_growth.growing_in(machine, state, value) if isinstance(value, Ref) else None
    if growing is not None and isinstance(value, Ref):
        return Constant(len(state.get(value.number).items), growing, symbol)
    return Unknown(symbol, NO)


def _reversed(machine: Machine, state: State, arguments: Arguments) -> Value:
    value = first_of(arguments, machine)
    items, exact = iteration.elements_of(machine, state, value)
    ref = machine.allocate(state, "list")
    target = state.get(ref.number)
    target.items, target.exact = list(reversed(items)), exact
    return ref


def _sorted(machine: Machine, state: State, arguments: Arguments) -> Value:
    return make_list(machine, state, Arguments(arguments.positional[:1], {}, arguments.site))


def _abs(machine: Machine, state: State, arguments: Arguments) -> Value:
    value = first_of(arguments, machine)
    if isinstance(value, Tensor):
        return recording.apply(machine, state, table.operations()["abs"], [("input", value)], arguments.site)
    if isinstance(value, Unknown) and value.graph is not NO:
        return Unknown(terms.CallSymbol(value.symbol, "abs", machine.graph.number(), ()), value.graph)
    return machine.plain()


def _power(machine: Machine, state: State, arguments: Arguments) -> Value:
    """Model `pow(base, exp)`, which is `base ** exp`; with a modulus, all are integers."""
    base, exponent = first_of(arguments, machine), arguments.get(1, "exp") or machine.unknown()
    if arguments.get(2, "mod") is not None:
        return machine.plain("number")
    result = arithmetic.operate(machine, state, "**", base, exponent, arguments.site, False)
    if result is not None:
        return result
    graph = strongest(value.graph for value in (base, exponent) if isinstance(value, Unknown))
    return Unknown(terms.binary("**", symbol_of(base), symbol_of(exponent)), graph)


def _print(machine: Machine, state: State, arguments: Arguments) -> Value:
    return NONE


def same(machine: Machine, state: State, arguments: Arguments) -> Value:
    """Return the first argument, for functions that return it unchanged."""
    return first_of(arguments, machine)


def _fromkeys(machine: Machine, state: State, arguments: Arguments) -> Value:
    ref = machine.allocate(state, "dict")
    target = state.get(ref.number)
    keys, exact = iteration.elements_of(machine, state, first_of(arguments, machine))
    target.fields = {slot_of(key): arguments.get(1, "value") or NONE for key in keys}
    target.exact = exact
    return ref


_TABLE: Final[dict[str, Handler]] = {
    "dict.fromkeys": _fromkeys, "range": _range, "enumerate": _enumerate, "zip": make_zip, "list": make_list, "tuple": _tuple,
    "dict": make_dict, "set": make_list, "frozenset": make_list, "sum": _sum, "min": _minimum, "max": _maximum,
    "getattr": computed_attributes.get, "setattr": computed_attributes.assign, "super": _super, "iter": _iter,
    "next": _next,
    "filter": _filter, "int": _number, "float": _float, "round": _number, "len": _len, "reversed": _reversed, "sorted": _sorted,
    "abs": _abs, "pow": _power, "print": _print, "property": same, "staticmethod": same,
    "str": _str, "eval": _any_object, "globals": _any_object, "locals": _any_object,
}  # fmt: skip
