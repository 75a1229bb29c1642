"""Models of functions of the standard library that return their arguments, or values computed from them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from graphlint.engine.domain.records import ContainerRecord, LibraryKind
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NO, NONE, Partial, Unknown, Value
from graphlint.engine.facts import library_objects
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.machine import repeated_calls
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.python import built_ins, copies, deques, enum_members, iteration
from graphlint.engine.operations import arithmetic, array_conversions


def call_plain(machine: Machine, state: State, name: str, arguments: Arguments) -> Outcome:
    """Call a function of a library whose results have no graph and which stores no tensor; progress bars return their iterable."""
    if name.rsplit(".", 1)[-1] in ("tqdm", "trange", "track", "tqdm_notebook", "auto"):
        first = arguments.get(0, "iterable")
        return first if first is not None else machine.plain(name)
    for value in arguments.all():
        unresolved_calls.havoc_variables(machine, state, value)
    return Unknown(machine.graph.number(), NO, name)


def call_standard(machine: Machine, state: State, name: str, arguments: Arguments) -> Outcome:
    """Call a function of the standard library that returns its argument."""
    if name in ("contextlib.nullcontext", "contextlib.suppress") and not arguments.all():
        # Without exceptions to suppress, the context manager has no effect.
        return machine.plain("contextlib.nullcontext")
    if name in ("contextlib.suppress", EXIT_STACK):
        return machine.plain(name)
    if name.startswith(("functools.", "dataclasses.", "contextlib.", "abc.")) and arguments.positional:
        return arguments.positional[0]
    return unresolved_calls.unknown_call(machine, state, arguments)


def _partial(machine: Machine, state: State, arguments: Arguments) -> Value:
    return Partial(built_ins.first_of(arguments, machine), arguments.positional[1:], MappingProxyType(dict(arguments.keywords)))


def _chain(machine: Machine, state: State, arguments: Arguments) -> Value:
    ref = machine.allocate(state, "list")
    items: list[Value] = []
    exact = not arguments.open
    for value in arguments.positional:
        more, complete = iteration.elements_of(machine, state, value)
        items.extend(more)
        exact = exact and complete
    target = state.get(ref.number)
    target.items, target.exact = items, exact
    return ref


def _cycle(machine: Machine, state: State, arguments: Arguments) -> Value:
    return library_objects.make(machine, state, LibraryKind.CYCLE, built_ins.first_of(arguments, machine))


def _deepcopy(machine: Machine, state: State, arguments: Arguments) -> Value:
    value = built_ins.first_of(arguments, machine)
    if array_conversions.copied_nonleaf(machine, state, value, arguments.site):
        return NONE
    return copies.deep_copy(machine, state, value, arguments.site)


def _defaultdict(machine: Machine, state: State, arguments: Arguments) -> Value:
    return machine.allocate(state, "dict", None, ContainerRecord(factory=built_ins.first_of(arguments, machine)))


def _reduce(machine: Machine, state: State, arguments: Arguments) -> Outcome:
    function, values = built_ins.first_of(arguments, machine), arguments.get(1, "iterable") or machine.unknown()
    items, _ = iteration.elements_of(machine, state, values)
    state.result = items[0] if items else machine.unknown()
    return repeated_calls.fold(
        machine, state, items[1:], lambda path, value: machine.call(path, function, Arguments((path.result, value), {}, arguments.site))
    )


def _operator(symbol: str) -> built_ins.Handler:
    def apply(machine: Machine, state: State, arguments: Arguments) -> Value:
        left, right = built_ins.first_of(arguments, machine), arguments.get(1, "b") or machine.unknown()
        result = arithmetic.operate(machine, state, symbol, left, right, arguments.site, False)
        return result if result is not None else machine.unknown()

    return apply


FUNCTIONS: Final[Mapping[str, built_ins.Handler]] = {
    "enum.auto": enum_members.auto, "operator.add": _operator("+"), "operator.sub": _operator("-"), "operator.mul": _operator("*"),
    "operator.iadd": _operator("+"), "operator.truediv": _operator("/"), "operator.matmul": _operator("@"),
    "functools.partial": _partial, "functools.reduce": _reduce, "itertools.chain": _chain, "itertools.chain.from_iterable": _chain,
    "itertools.cycle": _cycle, "itertools.islice": built_ins.same, "itertools.zip_longest": built_ins.make_zip,
    "copy.deepcopy": _deepcopy, "copy.copy": built_ins.same, "collections.deque": deques.make,
    "collections.OrderedDict": built_ins.make_dict, "collections.defaultdict": _defaultdict,
}  # fmt: skip
"""The functions by qualified name. Source: the pages of these modules in Python's documentation."""


EXIT_STACK: Final = "contextlib.ExitStack"
