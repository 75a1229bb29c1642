"""Python's own functions and the standard library's that matter here: iteration, containers, attributes, copies."""

from __future__ import annotations

from collections.abc import Callable

from graphlint.autograd import operations as table
from graphlint.interpreter import calls, classes, containers, control, copying, generators, modules, objects, recording, torch_api
from graphlint.interpreter.constants import known_range
from graphlint.interpreter.machine import Arguments, Machine, Outcome
from graphlint.interpreter.state import State
from graphlint.interpreter.values import (
    NO,
    NONE,
    Api,
    Class,
    Constant,
    Each,
    Function,
    Method,
    Partial,
    Ref,
    Sequence,
    Super,
    Tensor,
    Unknown,
    Value,
)

Handler = Callable[[Machine, State, Arguments], Outcome]


def call(machine: Machine, state: State, name: str, arguments: Arguments) -> Outcome:
    """Call a built-in function."""
    handler = _TABLE.get(name)
    if handler is not None:
        return handler(machine, state, arguments)
    return machine.plain(name)


def call_plain(machine: Machine, state: State, name: str, arguments: Arguments) -> Outcome:
    """Call a library that returns no tensor with a graph and keeps none; progress bars hand on what they wrap."""
    if name.rsplit(".", 1)[-1] in ("tqdm", "trange", "track", "tqdm_notebook", "auto"):
        first = arguments.get(0, "iterable")
        return first if first is not None else machine.plain(name)
    for value in arguments.all():
        if isinstance(value, Function):
            calls.forget(machine, state, value)
    return Unknown(machine.graph.number(), NO, name)


def call_standard(machine: Machine, state: State, name: str, arguments: Arguments) -> Outcome:
    """Call a function of the standard library that hands values on."""
    handler = _STANDARD.get(name)
    if handler is not None:
        return handler(machine, state, arguments)
    if name.startswith(("functools.", "dataclasses.", "contextlib.", "abc.")) and arguments.positional:
        return arguments.positional[0]
    return calls.unknown_call(machine, state, arguments)


def helper(machine: Machine, state: State, what: str, *sources: Value, **about: object) -> Ref:
    """An iterator made of others, or another small object of a library."""
    return machine.allocate(state, "helper", None, what=what, sources=sources, **about)


def sources_of(state: State, value: Ref) -> tuple[str, tuple[Value, ...]]:
    """What a helper is, and over which values."""
    about = state.get(value.number).about
    sources = about.get("sources", ())
    assert isinstance(sources, tuple)
    return str(about.get("what", "")), sources


def iterated(machine: Machine, state: State, value: Value, number: int) -> Value:
    """The value that the `number`-th turn of an iteration over a value gets."""
    if not (isinstance(value, Ref) and value.kind == "helper"):
        return containers.element(machine, state, value, number)
    what, sources = sources_of(state, value)
    if what == "zip":
        return Sequence(tuple(iterated(machine, state, source, number) for source in sources))
    if what == "enumerate":
        index: Value = machine.plain("index")
        if (count := length(machine, state, sources[0])) is not None and count <= 3:
            index = Constant(number - 1)
        return Sequence((index, iterated(machine, state, sources[0], number)))
    if what == "range":
        numbers = known_range(sources)
        if numbers is not None and 0 < len(numbers) <= 8:
            return Constant(numbers[min(number, len(numbers)) - 1])
        return machine.plain("index")
    if what == "loader":
        return Unknown(machine.graph.number(), NO, "", True)
    if what in ("chain", "map") and sources:
        return iterated(machine, state, sources[0], number)
    return machine.unknown()


def exact_length(machine: Machine, state: State, value: Ref) -> int:
    """Up to how many elements an iteration over a helper is run one by one."""
    what, sources = sources_of(state, value)
    if what in ("zip", "enumerate"):
        for source in sources:
            known = containers.known_elements(machine, state, source)
            if known is not None and any(not isinstance(item, Constant) for item in known):
                return 12
    return 3


def length(machine: Machine, state: State, value: Value) -> int | None:
    """How many elements an iteration over a value has, where that is known."""
    if isinstance(value, Ref) and value.kind == "helper":
        what, sources = sources_of(state, value)
        if what == "range":
            numbers = known_range(sources)
            return None if numbers is None else len(numbers)
        if what == "enumerate":
            return length(machine, state, sources[0])
        if what == "zip":
            known = [count for source in sources if (count := length(machine, state, source)) is not None]
            return min(known) if known else None
        return None
    if isinstance(value, Tensor):
        return value.shape[0] if value.shape and isinstance(value.shape[0], int) and value.shape[0] > 0 else None
    elements = containers.known_elements(machine, state, value)
    return None if elements is None else len(elements)


def iterable_of(machine: Machine, state: State, value: Ref) -> Value:
    """What iterating over an instance of the program iterates over."""
    found = classes.find_method(state, value, "__iter__")
    if found is not None:
        outcome = calls.call_value(machine, state, found, Arguments((), {}, machine.site(machine.frame.code.at)))
        return outcome if not isinstance(outcome, list) else machine.unknown()
    return value


def helper_method(machine: Machine, state: State, receiver: Ref, name: str, arguments: Arguments) -> Outcome:
    """A method of a helper."""
    what, _ = sources_of(state, receiver)
    return torch_api.helper_method(machine, state, receiver, what, name, arguments)


def _first(arguments: Arguments, machine: Machine) -> Value:
    return arguments.positional[0] if arguments.positional else machine.unknown()


def _range(machine: Machine, state: State, arguments: Arguments) -> Value:
    values = arguments.positional
    if len(values) == 1:
        return helper(machine, state, "range", Constant(0), values[0])
    if len(values) == 2:
        return helper(machine, state, "range", values[0], values[1])
    if len(values) == 3:
        return helper(machine, state, "range", *values)
    return helper(machine, state, "range", machine.plain(), machine.plain())


def _enumerate(machine: Machine, state: State, arguments: Arguments) -> Value:
    return helper(machine, state, "enumerate", _first(arguments, machine))


def _zip(machine: Machine, state: State, arguments: Arguments) -> Value:
    return helper(machine, state, "zip", *arguments.positional)


def _list(machine: Machine, state: State, arguments: Arguments) -> Value:
    made = machine.allocate(state, "list")
    target = state.get(made.number)
    if arguments.positional:
        target.items, target.exact = _elements(machine, state, arguments.positional[0])
    return made


def _elements(machine: Machine, state: State, value: Value) -> tuple[list[Value], bool]:
    """The elements of any iterable, and whether those are all."""
    generators.settle(machine, state, value)
    if isinstance(value, Ref) and value.kind == "helper":
        count = length(machine, state, value)
        number = min(count, 12) if count is not None else 1
        return [iterated(machine, state, value, index + 1) for index in range(number)], count is not None and count <= 12
    if isinstance(value, Ref) and value.kind in ("list", "set", "generator", "parameters", "module"):
        made = state.get(value.number)
        return (modules.children(machine, state, value) if value.kind == "module" else list(made.items)), made.exact
    known = containers.known_elements(machine, state, value)
    if known is not None:
        return list(known), True
    count = length(machine, state, value)
    if isinstance(value, Tensor) and count is not None and count <= 12:
        return [containers.element(machine, state, value, index) for index in range(count)], True
    return [containers.element(machine, state, value, 1)], False


def _tuple(machine: Machine, state: State, arguments: Arguments) -> Value:
    if not arguments.positional:
        return Sequence(())
    items, exact = _elements(machine, state, arguments.positional[0])
    if exact:
        return Sequence(tuple(items))
    return _list(machine, state, arguments)


def _dict(machine: Machine, state: State, arguments: Arguments) -> Value:
    made = machine.allocate(state, "dict")
    target = state.get(made.number)
    if arguments.positional:
        source = arguments.positional[0]
        if isinstance(source, Ref) and source.kind == "dict":
            target.fields.update(state.get(source.number).fields)
        else:
            pairs = machine.elements(state, source)
            target.exact = pairs is not None
            for pair in pairs or ():
                if isinstance(pair, Sequence) and len(pair.items) == 2:
                    target.fields[containers.dict_key(pair.items[0])] = pair.items[1]
    target.fields.update(arguments.keywords)
    return made


def _sum(machine: Machine, state: State, arguments: Arguments) -> Value:
    items, _ = _elements(machine, state, _first(arguments, machine))
    found = [item for value in items for item in recording.operands_of((value,), state, machine) if isinstance(item, Tensor)]
    if not found:
        return machine.unknown() if any(isinstance(item, Unknown) and item.graph is not NO for item in items) else machine.plain()
    return recording.apply(machine, state, table.operations()["add"], [("input", item) for item in found], arguments.site)


def _extreme(machine: Machine, state: State, arguments: Arguments) -> Value:
    values = arguments.positional
    if len(values) == 1:
        values = tuple(_elements(machine, state, values[0])[0])
    found = [value for value in values if isinstance(value, Tensor)]
    return found[-1] if found else machine.plain()


def _isinstance(machine: Machine, state: State, arguments: Arguments) -> Value:
    value, kinds = _first(arguments, machine), arguments.get(1, "class_or_tuple") or machine.unknown()
    options = kinds.items if isinstance(kinds, Sequence) else (kinds,)
    answers = [_is_a(state, value, option) for option in options]
    if True in answers:
        return Constant(True)
    if None not in answers:
        return Constant(False)
    keys = tuple(repr(getattr(option, "name", control.key_of(option))) for option in options)
    return Unknown(("isinstance", control.key_of(value), keys), NO)


def _is_a(state: State, value: Value, kind: Value) -> bool | None:
    """Whether a value is of a type, None where that is not known."""
    name = kind.name if isinstance(kind, Api) else ""
    if isinstance(value, Tensor | Each):
        if isinstance(value, Tensor) and value.parts:
            return None
        if name in ("torch.Tensor", "torch.autograd.Variable", "torch.FloatTensor"):
            return True
        if name == "torch.nn.Parameter":
            return value.parameter if isinstance(value, Tensor) else True
        return False if name.startswith("builtins.") or name.startswith("numpy.") else None
    if isinstance(value, Sequence):
        return name in ("builtins.tuple", "collections.abc.Sequence", "builtins.object") if name else None
    if isinstance(value, Constant):
        return (
            type(value.value).__name__ == name.removeprefix("builtins.")
            if name.startswith("builtins.")
            else (False if name.startswith("torch.") else None)
        )
    if isinstance(value, Ref):
        if value.kind in ("list", "dict", "set"):
            return name == f"builtins.{value.kind}" if name else None
        made = state.get(value.number).type
        if isinstance(made, Class) and isinstance(kind, Class):
            return kind in made.order or (None if classes.foreign_bases(made) else False)
        if value.kind == "module" and name == "torch.nn.Module":
            return True
        if name in ("builtins.list", "builtins.tuple", "builtins.dict", "torch.Tensor"):
            return False
        own = getattr(getattr(made, "entry", made), "name", None)
        if (
            name.startswith("torch.nn.")
            and isinstance(own, str)
            and own.startswith("torch.nn.")
            and not state.get(value.number).about.get("opaque")
        ):
            return own == name or None if own != name and "_" in own else own == name
    return None


def _getattr(machine: Machine, state: State, arguments: Arguments) -> Outcome:
    value, name = _first(arguments, machine), arguments.get(1, "name")
    if isinstance(name, Constant) and isinstance(name.value, str):
        return machine.resolve(state, objects.load(machine, state, value, name.value, arguments.site))
    if isinstance(value, Api):
        return Api(f"{value.name}.*")
    if isinstance(value, Ref) and value.kind in ("instance", "module"):
        return Method(value, "?")
    return machine.unknown()


def _setattr(machine: Machine, state: State, arguments: Arguments) -> Value:
    name, value = arguments.get(1, "name"), arguments.get(2, "value")
    if value is None:
        return NONE
    holder = _first(arguments, machine)
    if isinstance(name, Constant) and isinstance(name.value, str):
        objects.store(machine, state, holder, name.value, value, arguments)
    elif isinstance(holder, Ref):
        state.edit(holder.number).fields[f"attribute {machine.graph.number()}"] = value
    return NONE


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


def _iter(machine: Machine, state: State, arguments: Arguments) -> Value:
    value = _first(arguments, machine)
    return iterable_of(machine, state, value) if isinstance(value, Ref) and value.kind == "instance" else value


def _next(machine: Machine, state: State, arguments: Arguments) -> Value:
    value = _first(arguments, machine)
    generators.settle(machine, state, value)
    if isinstance(value, Ref) and value.kind in ("list", "generator") and state.get(value.number).items:
        made = state.edit(value.number)
        return made.items.pop(0) if len(made.items) > 1 else made.items[0]
    return iterated(machine, state, value, 1)


def _map(machine: Machine, state: State, arguments: Arguments) -> Outcome:
    function = _first(arguments, machine)
    made = machine.allocate(state, "list")
    if len(arguments.positional) < 2:
        return made
    items, exact = _elements(machine, state, arguments.positional[1])
    results: list[Value] = []
    for item in items:
        outcome = calls.call_value(machine, state, function, Arguments((item,), {}, arguments.site))
        results.append(machine.unknown() if isinstance(outcome, list) else outcome)
        if state.signal:
            return NONE
    target = state.edit(made.number)
    target.items, target.exact = results, exact
    return made


def _filter(machine: Machine, state: State, arguments: Arguments) -> Value:
    source = arguments.get(1, "iterable")
    if isinstance(source, Ref) and source.kind == "parameters":
        made = machine.allocate(state, "parameters")
        target, origin = state.get(made.number), state.get(source.number)
        kept = [
            tensor
            for item in origin.items
            for tensor in (item.tensors if isinstance(item, Each) else (item,))
            if not isinstance(tensor, Tensor) or state.needs_grad(tensor) is not NO
        ]
        tensors_kept = tuple(item for item in kept if isinstance(item, Tensor))
        target.items = [Each(tensors_kept)] if len(tensors_kept) > 1 else list(tensors_kept)
        target.exact = origin.exact
        return made
    return source if source is not None else machine.unknown()


def _number(machine: Machine, state: State, arguments: Arguments) -> Value:
    value = _first(arguments, machine)
    if isinstance(value, Constant) and isinstance(value.value, int | float):
        return value
    return machine.plain("number")


def _len(machine: Machine, state: State, arguments: Arguments) -> Value:
    value = _first(arguments, machine)
    count = length(machine, state, value)
    if count is not None and isinstance(value, Ref | Sequence):
        return Constant(count)
    return Unknown(("len", control.key_of(value)), NO)


def _reversed(machine: Machine, state: State, arguments: Arguments) -> Value:
    value = _first(arguments, machine)
    items, exact = _elements(machine, state, value)
    made = machine.allocate(state, "list")
    target = state.get(made.number)
    target.items, target.exact = list(reversed(items)), exact
    return made


def _sorted(machine: Machine, state: State, arguments: Arguments) -> Value:
    return _list(machine, state, Arguments(arguments.positional[:1], {}, arguments.site))


def _abs(machine: Machine, state: State, arguments: Arguments) -> Value:
    value = _first(arguments, machine)
    if isinstance(value, Tensor):
        return recording.apply(machine, state, table.operations()["abs"], [("input", value)], arguments.site)
    return machine.plain()


def _print(machine: Machine, state: State, arguments: Arguments) -> Value:
    return NONE


def _same(machine: Machine, state: State, arguments: Arguments) -> Value:
    return _first(arguments, machine)


def _hasattr(machine: Machine, state: State, arguments: Arguments) -> Value:
    value, name = _first(arguments, machine), arguments.get(1, "name")
    if isinstance(value, Ref) and isinstance(name, Constant) and name.value in state.get(value.number).fields:
        return Constant(True)
    return Unknown(("hasattr", control.key_of(value), getattr(name, "value", None)), NO)


def _fromkeys(machine: Machine, state: State, arguments: Arguments) -> Value:
    made = machine.allocate(state, "dict")
    target = state.get(made.number)
    keys, exact = _elements(machine, state, _first(arguments, machine))
    target.fields = {containers.dict_key(key): arguments.get(1, "value") or NONE for key in keys}
    target.exact = exact
    return made


_TABLE: dict[str, Handler] = {
    "dict.fromkeys": _fromkeys,
    "range": _range, "enumerate": _enumerate, "zip": _zip, "list": _list, "tuple": _tuple, "dict": _dict, "set": _list, "frozenset": _list,
    "sum": _sum, "min": _extreme, "max": _extreme, "isinstance": _isinstance, "getattr": _getattr, "setattr": _setattr, "super": _super,
    "iter": _iter, "next": _next, "map": _map, "filter": _filter, "int": _number, "float": _number, "round": _number, "len": _len,
    "reversed": _reversed, "sorted": _sorted, "abs": _abs, "print": _print, "property": _same, "staticmethod": _same, "hasattr": _hasattr,
}  # fmt: skip


def _partial(machine: Machine, state: State, arguments: Arguments) -> Value:
    return Partial(_first(arguments, machine), arguments.positional[1:], arguments.keywords)


def _chain(machine: Machine, state: State, arguments: Arguments) -> Value:
    made = machine.allocate(state, "list")
    items: list[Value] = []
    exact = not arguments.open
    for value in arguments.positional:
        more, complete = _elements(machine, state, value)
        items.extend(more)
        exact = exact and complete
    target = state.get(made.number)
    target.items, target.exact = items, exact
    return made


def _deepcopy(machine: Machine, state: State, arguments: Arguments) -> Value:
    return copying.deep_copy(machine, state, _first(arguments, machine), arguments.site)


def _defaultdict(machine: Machine, state: State, arguments: Arguments) -> Value:
    return machine.allocate(state, "dict", None, factory=_first(arguments, machine))


def _new_list(machine: Machine, state: State, arguments: Arguments) -> Value:
    bounded = arguments.get(1, "maxlen")
    made = _list(machine, state, Arguments(arguments.positional[:1], {}, arguments.site))
    if bounded is not None and not (isinstance(bounded, Constant) and bounded.value is None) and isinstance(made, Ref):
        state.edit(made.number).about["bounded"] = True
    return made


def _namedtuple(machine: Machine, state: State, arguments: Arguments) -> Value:
    name, names = _first(arguments, machine), arguments.get(1, "field_names") or machine.unknown()
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
    function, values = _first(arguments, machine), arguments.get(1, "iterable") or machine.unknown()
    items, _ = _elements(machine, state, values)
    result: Value = items[0] if items else machine.unknown()
    for item in items[1:]:
        outcome = calls.call_value(machine, state, function, Arguments((result, item), {}, arguments.site))
        result = machine.unknown() if isinstance(outcome, list) else outcome
    return result


def _replace(machine: Machine, state: State, arguments: Arguments) -> Value:
    """dataclasses.replace: a copy of a record with other fields."""
    value = _first(arguments, machine)
    if not isinstance(value, Ref):
        return machine.unknown()
    original = state.get(value.number)
    made = machine.allocate(state, value.kind, original.type, **original.about)
    state.get(made.number).fields = dict(original.fields)
    state.get(made.number).fields.update(arguments.keywords)
    return made


def _operator(symbol: str) -> Handler:
    def apply(machine: Machine, state: State, arguments: Arguments) -> Value:
        left, right = _first(arguments, machine), arguments.get(1, "b") or machine.unknown()
        result = recording.operate(machine, state, symbol, left, right, arguments.site, False)
        return result if result is not None else machine.unknown()

    return apply


_STANDARD: dict[str, Handler] = {
    "dataclasses.replace": _replace, "operator.add": _operator("+"), "operator.sub": _operator("-"), "operator.mul": _operator("*"),
    "operator.iadd": _operator("+"), "operator.truediv": _operator("/"), "operator.matmul": _operator("@"),
    "functools.partial": _partial, "functools.reduce": _reduce, "itertools.chain": _chain, "itertools.chain.from_iterable": _chain,
    "itertools.cycle": _same, "itertools.islice": _same, "copy.deepcopy": _deepcopy, "copy.copy": _same, "collections.deque": _new_list,
    "collections.OrderedDict": _dict,
    "collections.namedtuple": _namedtuple, "collections.defaultdict": _defaultdict, "itertools.zip_longest": _zip,
}  # fmt: skip
