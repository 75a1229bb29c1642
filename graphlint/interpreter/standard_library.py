"""The standard library's functions that hand values on."""

from __future__ import annotations

import functools

from graphlint.interpreter import (
    builtins_api,
    calls,
    copying,
    deques,
    iteration,
    recording,
)
from graphlint.interpreter.machine import Arguments, Machine, Outcome
from graphlint.interpreter.state import State
from graphlint.interpreter.values import (
    NO,
    Class,
    Constant,
    Function,
    Partial,
    Ref,
    Tensor,
    Unknown,
    Value,
)

METHODS_OF_NUMPY = frozenset(("squeeze", "swapaxes"))
"""Functions of NumPy that call the method of the same name and so return a tensor with its graph (probed: the others raise)."""


def call_plain(machine: Machine, state: State, name: str, arguments: Arguments) -> Outcome:
    """Call a library that returns no tensor with a graph and keeps none; progress bars hand on what they wrap."""
    if name.rsplit(".", 1)[-1] in ("tqdm", "trange", "track", "tqdm_notebook", "auto"):
        first = arguments.get(0, "iterable")
        return first if first is not None else machine.plain(name)
    for value in arguments.all():
        if isinstance(value, Function):
            calls.forget(machine, state, value)
    short = name.rsplit(".", 1)[-1]
    if short in METHODS_OF_NUMPY and arguments.positional and isinstance(arguments.positional[0], Tensor):
        given = Arguments(arguments.positional[1:], arguments.keywords, arguments.site)
        return calls.call_method(machine, state, arguments.positional[0], short, given)
    return Unknown(machine.graph.number(), NO, name)


def call_standard(machine: Machine, state: State, name: str, arguments: Arguments) -> Outcome:
    """Call a function of the standard library that hands values on."""
    handler = _functions().get(name)
    if handler is not None:
        return handler(machine, state, arguments)
    if name == "contextlib.nullcontext" and not arguments.all():
        return machine.plain(name)
    if name.startswith(("functools.", "dataclasses.", "contextlib.", "abc.")) and arguments.positional:
        return arguments.positional[0]
    return calls.unknown_call(machine, state, arguments)


def _partial(machine: Machine, state: State, arguments: Arguments) -> Value:
    return Partial(builtins_api.first_of(arguments, machine), arguments.positional[1:], arguments.keywords)


def _chain(machine: Machine, state: State, arguments: Arguments) -> Value:
    made = machine.allocate(state, "list")
    items: list[Value] = []
    exact = not arguments.open
    for value in arguments.positional:
        more, complete = iteration.elements_of(machine, state, value)
        items.extend(more)
        exact = exact and complete
    target = state.get(made.number)
    target.items, target.exact = items, exact
    return made


def _deepcopy(machine: Machine, state: State, arguments: Arguments) -> Value:
    return copying.deep_copy(machine, state, builtins_api.first_of(arguments, machine), arguments.site)


def _defaultdict(machine: Machine, state: State, arguments: Arguments) -> Value:
    return machine.allocate(state, "dict", None, factory=builtins_api.first_of(arguments, machine))


def _namedtuple(machine: Machine, state: State, arguments: Arguments) -> Value:
    name, names = builtins_api.first_of(arguments, machine), arguments.get(1, "field_names") or machine.unknown()
    listed = machine.elements(state, names)
    if isinstance(names, Constant) and isinstance(names.value, str):
        fields = tuple(names.value.replace(",", " ").split())
    elif listed is not None:
        fields = tuple(str(item.value) for item in listed if isinstance(item, Constant))
    else:
        return machine.unknown()
    scope = machine.allocate(state, "scope")
    made = Class(str(getattr(name, "value", "")), scope.number, (), ("typing.NamedTuple",), machine.frame.code.path, fields)
    made.order = (made,)
    return made


def _reduce(machine: Machine, state: State, arguments: Arguments) -> Outcome:
    function, values = builtins_api.first_of(arguments, machine), arguments.get(1, "iterable") or machine.unknown()
    items, _ = iteration.elements_of(machine, state, values)
    result: Value = items[0] if items else machine.unknown()
    for item in items[1:]:
        outcome = calls.call_value(machine, state, function, Arguments((result, item), {}, arguments.site))
        result = machine.unknown() if isinstance(outcome, list) else outcome
    return result


def _replace(machine: Machine, state: State, arguments: Arguments) -> Value:
    """dataclasses.replace: a copy of a record with other fields."""
    value = builtins_api.first_of(arguments, machine)
    if not isinstance(value, Ref):
        return machine.unknown()
    original = state.get(value.number)
    made = machine.allocate(state, value.kind, original.type, **original.about)
    state.get(made.number).fields = dict(original.fields)
    state.get(made.number).fields.update(arguments.keywords)
    return made


def _operator(symbol: str) -> builtins_api.Handler:
    def apply(machine: Machine, state: State, arguments: Arguments) -> Value:
        left, right = builtins_api.first_of(arguments, machine), arguments.get(1, "b") or machine.unknown()
        result = recording.operate(machine, state, symbol, left, right, arguments.site, False)
        return result if result is not None else machine.unknown()

    return apply


@functools.cache
def _functions() -> dict[str, builtins_api.Handler]:
    """The functions by qualified name. Source: the pages of these modules in Python's documentation."""
    return {
        "dataclasses.replace": _replace, "operator.add": _operator("+"), "operator.sub": _operator("-"), "operator.mul": _operator("*"),
        "operator.iadd": _operator("+"), "operator.truediv": _operator("/"), "operator.matmul": _operator("@"),
        "functools.partial": _partial, "functools.reduce": _reduce, "itertools.chain": _chain, "itertools.chain.from_iterable": _chain,
        "itertools.cycle": builtins_api.same, "itertools.islice": builtins_api.same, "itertools.zip_longest": builtins_api.make_zip,
        "copy.deepcopy": _deepcopy, "copy.copy": builtins_api.same, "collections.deque": deques.make, "collections.namedtuple": _namedtuple,
        "collections.OrderedDict": builtins_api.make_dict, "collections.defaultdict": _defaultdict,
    }  # fmt: skip
