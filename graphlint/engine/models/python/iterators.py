"""Models of itertools, map and filter."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations, product
from typing import Final

from graphlint.autograd.events import LoopIteration
from graphlint.autograd.numbers import RunNumber
from graphlint.engine.domain.bounds import COMBINATIONS
from graphlint.engine.domain.state import State
from graphlint.engine.domain.symbols import symbol_of
from graphlint.engine.domain.values import NONE, Constant, Each, Ref, Sequence, Tensor, Value
from graphlint.engine.facts import conditions, generator_calls, identities, one_pass
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.machine import outcomes, repeated_calls
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.python import built_ins, iteration, special_methods


def _listed(machine: Machine, state: State, items: list[Value], complete: bool) -> Ref:
    """Return an iterator over known elements."""
    ref = machine.allocate(state, "list")
    target = state.get(ref.number)
    target.items, target.exact = items, complete
    return ref


def _whole(value: Value | None, default: int | None) -> int | None:
    if value is None or (isinstance(value, Constant) and value.value is None):
        return default
    return value.value if isinstance(value, Constant) and isinstance(value.value, int) else None


def _islice(machine: Machine, state: State, arguments: Arguments) -> Value:
    """Model `itertools.islice(iterable, stop)` and `islice(iterable, start, stop, step)`."""
    source, bounds = built_ins.first_of(arguments, machine), arguments.positional[1:]
    known = None if generator_calls.pending(state, source) is not None else machine.elements(state, source)
    if known is None or not bounds or arguments.open:
        return source
    start = _whole(bounds[0] if len(bounds) > 1 else None, 0)
    stop = _whole(bounds[0] if len(bounds) == 1 else bounds[1], len(known))
    step = _whole(bounds[2] if len(bounds) > 2 else None, 1)
    if start is None or stop is None or not step:
        return source
    return _listed(machine, state, list(known[start:stop:step]), True)


def _accumulate(machine: Machine, state: State, arguments: Arguments) -> Outcome:
    """Model `itertools.accumulate(iterable, function, initial=...)`."""
    items, complete = iteration.elements_of(machine, state, built_ins.first_of(arguments, machine))
    function, initial = arguments.get(1, "func"), arguments.keywords.get("initial")
    values = [*([initial] if initial is not None else []), *items]
    ref = _listed(machine, state, values[:1], complete)

    def add(path: State, value: Value) -> Outcome:
        total = path.get(ref.number).items[-1]
        if function is None or function is NONE:
            outcome = special_methods.add(machine, path, total, value, arguments.site)
        else:
            outcome = machine.call(path, function, Arguments((total, value), {}, arguments.site))
        return outcomes.then(path, outcome, append)

    def append(path: State, total: Value) -> Value:
        path.edit(ref.number).items.append(total)
        return ref

    state.result = ref
    return repeated_calls.fold(machine, state, values[1:], add)


def _product(machine: Machine, state: State, arguments: Arguments) -> Outcome:
    """Model `itertools.product(*iterables)`."""
    columns = [iteration.elements_of(machine, state, value) for value in arguments.positional]
    repeated = "repeat" in arguments.keywords or arguments.open
    rows: list[Value] = [Sequence(row) for _, row in zip(range(COMBINATIONS), product(*(items for items, _ in columns)), strict=False)]
    return _listed(machine, state, rows, all(complete for _, complete in columns) and len(rows) < COMBINATIONS and not repeated)


def _combinations(machine: Machine, state: State, arguments: Arguments) -> Outcome:
    """Model `itertools.combinations(iterable, r)` and `permutations(iterable, r)`."""
    items, complete = iteration.elements_of(machine, state, built_ins.first_of(arguments, machine))
    width = _whole(arguments.get(1, "r"), len(items))
    if width is None:
        return unresolved_calls.unknown_call(machine, state, arguments)
    rows: list[Value] = [Sequence(row) for _, row in zip(range(COMBINATIONS), permutations(items, width), strict=False)]
    return _listed(machine, state, rows, complete and len(rows) < COMBINATIONS)


def _starmap(machine: Machine, state: State, arguments: Arguments) -> Outcome:
    """Model `itertools.starmap(function, iterable of arguments)`."""
    rows, complete = iteration.elements_of(machine, state, arguments.get(1, "iterable") or machine.unknown())
    known = [elements for row in rows if (elements := machine.elements(state, row)) is not None]
    if len(known) < len(rows):
        return unresolved_calls.unknown_call(machine, state, arguments)
    return _mapped(machine, state, built_ins.first_of(arguments, machine), known, complete, arguments)


def _map(machine: Machine, state: State, arguments: Arguments) -> Outcome:
    """Model `map(function, *iterables)`."""
    columns = [iteration.elements_of(machine, state, value) for value in arguments.positional[1:]]
    rows = list(zip(*(items for items, _ in columns), strict=False))
    return _mapped(
        machine, state, built_ins.first_of(arguments, machine), rows, all(complete for _, complete in columns), arguments
    )  # fmt: skip


def _mapped(
    machine: Machine, state: State, function: Value, rows: list[tuple[Value, ...]], complete: bool, arguments: Arguments
) -> Outcome:  # fmt: skip
    """Call a function for each row of arguments; the results are a list."""
    ref = _listed(machine, state, [], complete)

    def append(path: State, result: Value) -> Value:
        path.edit(ref.number).items.append(result)
        return ref

    state.result = ref
    return repeated_calls.fold(
        machine, state, rows,
        lambda path, row: outcomes.then(path, machine.call(path, function, Arguments(row, {}, arguments.site)), append),
    )  # fmt: skip


def _filter(machine: Machine, state: State, arguments: Arguments) -> Outcome:
    """Model `filter(function, iterable)`."""
    source, function = arguments.get(1, "iterable"), arguments.get(0, "function")
    known = machine.elements(state, source) if source is not None else None
    if source is None or known is None or function is None:
        return built_ins.call(machine, state, "filter", arguments)
    if isinstance(source, Ref) and source.kind == "parameters":
        selected = _filtered_by_identity(machine, state, function, source, arguments)
        if selected is None and _rejects_all(machine, state, function, source, arguments):
            selected = one_pass.mark(state, machine.allocate(state, "parameters"), arguments.site, filtered=True, rejected=True)
        return built_ins.call(machine, state, "filter", arguments) if selected is None else selected
    ref, run = _listed(machine, state, [], True), RunNumber(machine.graph.number())
    tests_values = isinstance(function, Constant) and function.value is None

    def test(path: State, numbered: tuple[int, Value]) -> Outcome:
        if not path.get(ref.number).exact:
            return ref
        number, value = numbered
        verdict = value if tests_values else machine.call(path, function, Arguments((value,), {}, arguments.site))
        turn = LoopIteration(arguments.site, run, number)
        return outcomes.then(path, verdict, lambda after, passes: select(after, value, passes, turn))

    def select(path: State, value: Value, verdict: Value, turn: LoopIteration) -> Outcome:
        truth = special_methods.truth(machine, path, verdict)
        if truth is None and _holds_parameters(value):
            machine.graph.outcome_conditions.element_tests.note(arguments.site, (turn,), symbol_of(verdict))
            return _selected_or_not(machine, path, ref, value, verdict)
        kept = path.edit(ref.number)
        if truth is None:
            kept.items, kept.exact = list(known), False
        elif truth:
            kept.items.append(value)
        return ref

    state.result = ref
    return repeated_calls.fold(machine, state, enumerate(known, 1), test)


def _filtered_by_identity(machine: Machine, state: State, function: Value, source: Ref, arguments: Arguments) -> Value | None:
    """Return the parameters that a test of their identity selects; None for another test."""
    if not machine.graph.leaves.identities:
        return None
    kept: list[Value] = []
    for value in machine.elements(state, identities.divided(machine, state, source)) or ():
        trial = state.fork()
        verdict = machine.call(trial, function, Arguments((value,), {}, arguments.site))
        truth = None if isinstance(verdict, list) or trial.signal else special_methods.truth(machine, trial, verdict)
        if truth is None:
            return None
        if truth:
            kept.append(value)
    selected = machine.allocate(state, "parameters")
    state.get(selected.number).items = kept
    return one_pass.mark(state, selected, arguments.site)


def _rejects_all(machine: Machine, state: State, function: Value, source: Ref, arguments: Arguments) -> bool:
    """Return True if a test certainly fails for each parameter, such as that of `requires_grad` for a frozen module."""
    obj = state.get(source.number)
    parameters = [item for value in obj.items for item in (value.tensors if isinstance(value, Each) else (value,))]
    for item in parameters:
        trial = state.fork()
        verdict = machine.call(trial, function, Arguments((item,), {}, arguments.site))
        if isinstance(verdict, list) or trial.signal or special_methods.truth(machine, trial, verdict) is not False:
            return False
    return bool(parameters) and obj.exact


def _holds_parameters(value: Value) -> bool:
    """Return True for a module or a parameter, and for a tuple with one, such as its name and the module."""
    if isinstance(value, Sequence):
        return any(map(_holds_parameters, value.items))
    return isinstance(value, Tensor) or (isinstance(value, Ref) and value.kind == "module")


def _selected_or_not(machine: Machine, state: State, ref: Ref, value: Value, verdict: Value) -> list[State]:
    """Return the path on which a value is selected, and the one on which it is not."""
    selected, other = conditions.split(machine, state, verdict)
    if selected is not None:
        selected.edit(ref.number).items.append(value)
    after = [path for path in (selected, other) if path is not None]
    for path in after:
        path.result = ref
    return after


FUNCTIONS: Final[Mapping[str, built_ins.Handler]] = {
    "itertools.islice": _islice, "itertools.accumulate": _accumulate, "itertools.product": _product,
    "itertools.combinations": _combinations, "itertools.permutations": _combinations, "itertools.starmap": _starmap,
    "builtins.map": _map, "builtins.filter": _filter,
}  # fmt: skip
"""The functions that this module models, by qualified name."""
