"""Attributes: reading and writing them on any value, and methods of values that are not known."""

from __future__ import annotations

from collections.abc import Hashable

from graphlint.autograd.events import Certainty, DiscardedResult, Rebound, Site
from graphlint.interpreter import (
    builtins_api,
    calls,
    class_lookup,
    conditions,
    containers,
    dependencies,
    deques,
    external_classes,
    frameworks,
    imports,
    inferred_tensors,
    keeping,
    kinds,
    library_names,
    modes,
    module_groups,
    module_hooks,
    modules,
    optimizers,
    outcomes,
    passes,
    presumed,
    proofs,
    releases,
    reuse,
    tensor_attributes,
    tensor_items,
)
from graphlint.interpreter.keys import key_of
from graphlint.interpreter.machine import Arguments, Machine, Outcome
from graphlint.interpreter.state import CONTAINERS, State
from graphlint.interpreter.values import (
    NONE,
    Api,
    Bound,
    Class,
    Constant,
    Each,
    Function,
    Method,
    Mode,
    Namespace,
    Ref,
    Sequence,
    Super,
    Tensor,
    Unknown,
    Value,
)
from graphlint.ir.instructions import LoadAttribute, StoreAttribute, StoreName


def load_attribute(machine: Machine, state: State, instruction: LoadAttribute) -> list[State] | None:
    """target = value.name"""
    value = machine.value(state, instruction.value)
    outcome = read(machine, state, value, instruction.name, machine.site(instruction.at))
    if not isinstance(outcome, list):
        machine.set(state, instruction.target, machine.resolve(state, outcome))
        return None
    for item in outcome:
        if not item.signal:
            machine.set(item, instruction.target, item.result)
    return outcome


def read(machine: Machine, state: State, value: Value, name: str, site: Site) -> Outcome:
    """The attribute of a value by Python's protocol: properties, descriptors and `__getattr__` are called."""
    if isinstance(value, Ref) and (computed := computed_attribute(machine, state, value, name, site)) is not None:
        return computed
    outcome = load(machine, state, value, name, site)
    if isinstance(outcome, Bound) and isinstance(outcome.function, Function) and outcome.function.kind in ("property", "cached property"):
        result = machine.call(state, outcome, Arguments((), {}, site))
        if outcome.function.kind == "cached property" and isinstance(outcome.receiver, Ref) and not isinstance(result, list):
            state.edit(outcome.receiver.number).fields[name] = result
        return result
    if isinstance(value, Ref) and isinstance(outcome, Ref) and (descriptor := _descriptor(state, value, name, "__get__")) is not None:
        return machine.call(state, descriptor, Arguments((value, class_lookup.class_of(state.get(value.number)) or NONE), {}, site))
    return outcome


def _descriptor(state: State, value: Ref, name: str, method: str) -> Value | None:
    """A method of the descriptor that a value's class holds under a name, None without one."""
    made = state.get(value.number).type
    found = class_lookup.attribute(state, made, name) if isinstance(made, Class) else None
    return class_lookup.find_method(state, found, method) if isinstance(found, Ref) else None


def computed_attribute(machine: Machine, state: State, value: Ref, name: str, site: Site) -> list[State] | None:
    """The paths after a `__getattr__` of the program that computes an attribute which nothing known has set; None if there is none.

    If it raises on every path, something unresolved has set the attribute.
    """
    made = state.get(value.number)
    if made.kind in CONTAINERS:
        made = state.get(made.attributes) if made.attributes else made
    own = state.get(value.number).type
    if made.kind not in ("instance", "module", *CONTAINERS) or name in made.fields or name.startswith("__") or not isinstance(own, Class):
        return None
    function = class_lookup.attribute(state, own, "__getattr__")
    if not isinstance(function, Function | Api) or class_lookup.attribute(state, own, name) is not None:
        return None
    inner = state.fork()
    outcome = machine.call(inner, Bound(value, function), Arguments((Constant(name),), {}, site))
    return [item for item in outcomes.paths(inner, outcome) if not item.signal] or None


def load(machine: Machine, state: State, value: Value, name: str, site: object) -> Value:
    """The attribute of a value."""
    if isinstance(value, Tensor | Each):
        return tensor_attributes.attribute(machine, state, value, name, site)
    if name in ("__name__", "__qualname__") and isinstance(value, Class | Api):
        return Constant(value.name.rsplit(".", 1)[-1])
    if isinstance(value, Api):
        return library_names.attribute(machine, value, name)
    if isinstance(value, Ref):
        return _of_object(machine, state, value, name)
    if isinstance(value, Unknown):
        return _of_unknown(machine, state, value, name)
    if isinstance(value, Namespace):
        return imports.attribute(machine, state, value, name)
    if isinstance(value, Class):
        found = class_lookup.attribute(state, value, name)
        if (
            found is None
            and name == "apply"
            and any(external_classes.is_function_base(machine, base) for base in class_lookup.foreign_bases(value))
        ):
            return Method(value, name)
        if isinstance(found, Function) and found.kind == "classmethod":
            return Bound(value, found)
        return found if found is not None else machine.unknown(name)
    if isinstance(value, Super):
        made = state.get(value.receiver.number).type if isinstance(value.receiver, Ref) else None
        order = made if isinstance(made, Class) else value.after
        found = class_lookup.attribute(state, order, name, value.after)
        return class_lookup.bound(found, value.receiver, order) if found is not None else machine.unknown()
    if isinstance(value, Sequence):
        return value.items[value.fields.index(name)] if name in value.fields else _field(machine, value, name)
    if isinstance(value, Mode | Function | Bound):
        return Method(value, name)
    return machine.unknown()


def _field(machine: Machine, value: Sequence, name: str) -> Value:
    """An attribute of a tuple that an operation returned: `values` and `indices` of max and its like."""
    if name == "values" and value.items:
        return value.items[0]
    if name == "indices" and len(value.items) > 1:
        return value.items[1]
    return machine.unknown()


def _of_object(machine: Machine, state: State, value: Ref, name: str) -> Value:
    made = state.get(value.number)
    if name == "__dict__" and (attributes := class_lookup.attributes_of(state, value)) is not None:
        return attributes
    if value.kind not in CONTAINERS:
        found = made.fields.get(name)
    else:
        found = state.get(made.attributes).fields.get(name) if made.attributes else None
    if found is not None:
        return machine.resolve(state, found)
    if name == "__class__" and (known := class_lookup.class_of(made)) is not None:
        return known
    if isinstance(made.type, Class):
        inherited = class_lookup.attribute(state, made.type, name)
        if inherited is not None:
            return class_lookup.bound(inherited, value, made.type)
    if value.kind == "module":
        return modules.attribute(machine, state, value, name)
    if value.kind == "optimizer":
        return optimizers.attribute(machine, state, value, name)
    if value.kind == "list" and name == "maxlen":
        return deques.maxlen(machine, made)
    if value.kind in (*CONTAINERS, "generator", "helper"):
        return Method(value, name)
    return _missing(machine, state, value, name)


def _missing(machine: Machine, state: State, value: Ref, name: str) -> Value:
    """An attribute that nothing visible has set: what the file does with it says what it is."""
    path = machine.frame.code.path
    kind = machine.evidence.kind(path, f"self.{name}")
    unknown = Unknown(("field", value.number, name), name=f"self.{name}")
    if kind == "module":
        result: Value = modules.given(state, value) or modules.opaque(machine, state, unknown)
    elif kind == "optimizer":
        result = optimizers.opaque(machine, state, unknown)
    else:
        return unknown
    state.edit(value.number).fields[name] = result
    return result


def note_given(machine: Machine, state: State, holder: Unknown, value: Value) -> None:
    """Note that an object that was taken for data was given what hangs on a graph, as the graphs of DGL are given features."""
    if holder.graph is Certainty.NO and dependencies.nodes_in(machine, state, (value,)):
        state.facts[("given", _root(holder.key))] = NONE


def since_given(state: State, value: Unknown) -> Unknown:
    """What is read off an unknown value: of an object that was given what hangs on a graph, anything may hang on it."""
    if value.graph is not Certainty.NO or ("given", _root(value.key)) not in state.facts:
        return value
    return Unknown(value.key, Certainty.MAYBE, value.name)


def _root(key: Hashable) -> Hashable:
    """What an attribute or an item was read off, first of all."""
    while isinstance(key, tuple) and len(key) > 1 and key[0] in ("attribute", "item"):
        key = key[1]
    return key


def _of_unknown(machine: Machine, state: State, value: Unknown, name: str) -> Value:
    value = since_given(state, value)
    if name == "grad" and value.graph is not Certainty.NO:
        # The program reads or changes gradients of parameters that are not known.
        presumed.filled_by_hand(state)
        return machine.plain(name)
    made = class_lookup.unknown_attribute(value, name)
    if name in ("shape", "dtype", "device", "ndim", "requires_grad", "is_leaf", "training"):
        made = Unknown(made.key, Certainty.NO, made.name)
    resolved = machine.resolve(state, made)
    if resolved is made and made.name:
        kind = machine.evidence.kind(machine.frame.code.path, made.name)
        if kind == "module":
            return modules.opaque(machine, state, made)
        if kind == "optimizer":
            return optimizers.opaque(machine, state, made)
    return resolved


def store_attribute(machine: Machine, state: State, instruction: StoreAttribute) -> list[State] | None:
    """holder.name = value"""
    holder, value = machine.value(state, instruction.holder), machine.value(state, instruction.value)
    return assign(machine, state, holder, instruction.name, value, Arguments((), {}, machine.site(instruction.at)))


def assign(machine: Machine, state: State, holder: Value, name: str, value: Value, arguments: Arguments) -> list[State] | None:
    """Set an attribute by Python's protocol: `__setattr__`, properties and descriptors are called."""
    setter, given = _setter(state, holder, name, value)
    if setter is None:
        store(machine, state, holder, name, value, arguments)
        return None
    return outcomes.paths(state, machine.call(state, setter, Arguments(given, {}, arguments.site)))


def _setter(state: State, holder: Value, name: str, value: Value) -> tuple[Value | None, tuple[Value, ...]]:
    """The function of the program that sets an attribute, and its arguments; None if it is set plainly."""
    made = state.get(holder.number).type if isinstance(holder, Ref) else None
    if not isinstance(holder, Ref) or not isinstance(made, Class):
        return None, ()
    own = class_lookup.attribute(state, made, "__setattr__")
    if isinstance(own, Function | Api):
        return Bound(holder, own), (Constant(name), value)
    found = class_lookup.attribute(state, made, name)
    if isinstance(found, Function) and found.kind == "property" and found.setter is not None:
        return Bound(holder, found.setter), (value,)
    descriptor = _descriptor(state, holder, name, "__set__")
    return descriptor, (holder, value)


def store(machine: Machine, state: State, holder: Value, name: str, value: Value, arguments: Arguments) -> None:
    """Set an attribute of a value."""
    modes.used(machine, value)
    if isinstance(holder, Tensor | Each):
        tensor_attributes.assign(machine, state, holder, name, value, arguments.site)
    elif isinstance(holder, Ref) and holder.kind in CONTAINERS:
        own = state.get(holder.number).attributes
        if own and name == "__dict__" and isinstance(value, Ref):
            # The attributes become the elements of the dict that is assigned, often the object itself.
            state.edit(holder.number).attributes = value.number
        elif own:
            store(machine, state, Ref(own, "instance"), name, value, arguments)
    elif isinstance(holder, Ref):
        value = _settled(machine, state, value, f"self.{name}", holder.kind == "module")
        if holder.kind == "module" and name == "training":
            state.edit(holder.number).about["training"] = conditions.certainty(machine, state, value)
        before = state.get(holder.number).fields.get(name)
        rebound(machine, state, name, before, value, arguments.site)
        releases.replaced(machine, state, holder, name, before, value)
        state.edit(holder.number).fields[name] = value
        if state.get(holder.number).about.get("ctx"):
            keeping.on_context(machine, state, holder, name, value, arguments.site)
        else:
            keeping.stored(machine, state, holder, name, value, arguments.site)
    elif isinstance(holder, Unknown):
        state.facts[("attribute", holder.key, name)] = value
        if name in ("grad", "_grad"):
            presumed.filled_by_hand(state)
        note_given(machine, state, holder, value)
        calls.escape(machine, state, (value,))
    elif isinstance(holder, Class):
        state.edit(holder.scope).fields[name] = value
        keeping.stored(machine, state, Ref(holder.scope, "class"), name, value, arguments.site)
    elif isinstance(holder, Namespace):
        imports.present(state, holder)
        state.edit(holder.scope).fields[name] = value
    else:
        calls.escape(machine, state, (value,))


def _settled(machine: Machine, state: State, value: Value, name: str, layer: bool = False) -> Value:
    """An unknown value that gets a name: what the file does under that name says what it is.

    What a class of another library made, kept by a module and called like a function, is one of its layers.
    """
    if not isinstance(value, Unknown) or value.graph is Certainty.NO:
        return value
    kind = machine.evidence.kind(machine.frame.code.path, name)
    if kind == "module" or (
        layer and isinstance(value.key, tuple) and value.key[0] == "made" and machine.evidence.called(machine.frame.code.path, name)
    ):
        return modules.opaque(machine, state, value)
    if kind == "optimizer":
        return optimizers.opaque(machine, state, value)
    made = isinstance(value.key, tuple) and value.key[0] == "made"
    return Unknown(value.key, value.graph, name, value.data) if made or not value.name else value


def store_name(machine: Machine, state: State, instruction: StoreName) -> None:
    """name = value"""
    value = machine.value(state, instruction.value)
    name = instruction.name
    if isinstance(name, int):
        machine.set(state, name, value)
        return
    if type(value) is Unknown:
        value = _settled(machine, state, value, name)
    value = _with_graph(machine, state, name, value, instruction)
    code = machine.frame.code
    scope = machine.frame.scope
    if name in code.global_names:
        scope = machine.frame.scopes[-1]
    elif name in code.nonlocal_names:
        scope = next((item for item in machine.frame.scopes[1:] if name in state.heap[item].fields), scope)
    fields = state.edit(scope).fields
    before = fields.get(name)
    releases.replaced(machine, state, Ref(scope, "scope"), name, before, value)
    if isinstance(value, Tensor):
        site = machine.site(instruction.at)
        if isinstance(before, Tensor | Each) and before is not value:
            rebound(machine, state, name, before, value, site)
            _detached_in_vain(machine, name, before, value, instruction)
        fields[name] = value
        keeping.stored(machine, state, Ref(scope, "scope"), name, value, site)
        return
    fields[name] = value
    tuple_of_tensors = isinstance(value, Sequence) and any(isinstance(item, Tensor) for item in value.items)
    if tuple_of_tensors or _is_new_container(machine, state, value):
        keeping.stored(machine, state, Ref(scope, "scope"), name, value, machine.site(instruction.at))


def _with_graph(machine: Machine, state: State, name: str, value: Value, instruction: StoreName) -> Value:
    """A value that gets a name which the code backpropagates later: it is a tensor with a graph from here on, or holds one."""
    unsure = state.needs_grad(value) is Certainty.MAYBE if type(value) is Tensor else (
        type(value) is Unknown and value.graph is Certainty.MAYBE and not value.data
    )  # fmt: skip
    proof = proofs.of_later_backward(machine, name, instruction.at[0]) if unsure and state.grad_mode is not Certainty.NO else None
    if proof is None or (proof.item is not None and isinstance(value, Tensor) and not value.parts):
        return value
    tensor = inferred_tensors.taken_for_tensor(machine, state, value, machine.site(instruction.at)) if isinstance(value, Unknown) else value
    assert isinstance(tensor, Tensor)
    proven = tensor if proof.item is None else tensor_items.part(machine, state, tensor, ("item", key_of(Constant(proof.item))))
    if isinstance(proven, Tensor):
        state.needs[proven.number] = Certainty.YES
    return tensor


def _is_new_container(machine: Machine, state: State, value: Value) -> bool:
    """Return True for a container that this iteration has made, perhaps with the elements of an older one: `losses = [*losses, loss]`."""
    if not machine.context.turns or not isinstance(value, Ref) or value.kind not in CONTAINERS:
        return False
    return state.get(value.number).opened.turns == machine.context.turns


def _detached_in_vain(machine: Machine, name: str, before: Tensor | Each, value: Tensor, instruction: StoreName) -> None:
    """A loop's variable over tensors is bound to the detached tensor, and nothing in the loop reads it afterwards."""
    loop = machine.loops[-1] if machine.loops else None
    if loop is None or name not in loop.targets or value.reason not in ("detach", ".data") or isinstance(before, Each) or not before.node:
        return
    lines = machine.evidence.mentions(machine.frame.code.path, name)
    if not any(instruction.at[2] < line <= loop.at[2] for line in lines):
        machine.graph.emit(DiscardedResult(machine.site(instruction.at), machine.context, value.reason, "copy"))


def rebound(machine: Machine, state: State, name: str, before: Value | None, value: Value, site: Site) -> None:
    """A name or slot that held a leaf is bound to what was computed from the leaf and its gradient, or to that made a leaf again."""
    if not isinstance(before, Tensor | Each) or not isinstance(value, Tensor):
        return
    if value.number in state.leafed:
        if isinstance(before, Tensor) and before.number in machine.graph.rebounds and _same_values(machine, state, before, value):
            del machine.graph.rebounds[before.number]
        return
    for leaf in before.tensors if isinstance(before, Each) else (before,):
        used = machine.graph.updates.get(leaf.number, ())
        if state.is_leaf(leaf) is Certainty.YES and state.needs_grad(leaf) is Certainty.YES and value.number in used:
            event = Rebound(site, machine.context, name, state.node(leaf), value.made)
            machine.graph.rebounds.setdefault(value.number, event)
            return


def _same_values(machine: Machine, state: State, before: Tensor, value: Tensor) -> bool:
    """Whether a tensor was made by taking another out of its graph."""
    cut = machine.graph.cuts.get(value.number)
    return value.storage == before.storage or (cut is not None and state.node(before) in cut.nodes)


def method_of_instance(machine: Machine, state: State, receiver: Ref, name: str, arguments: Arguments) -> Outcome:
    """A method of an instance that its visible classes do not define."""
    made = state.get(receiver.number)
    if isinstance(made.type, Class):
        foreign = frameworks.foreign_method(machine, state, receiver, made.type, name, arguments)
        if foreign is not None:
            return foreign
    value = _missing(machine, state, receiver, name) if receiver.kind == "instance" else machine.unknown()
    if not isinstance(value, Unknown):
        return machine.call(state, value, arguments)
    calls.may_reset(machine, state, receiver)
    return calls.unknown_call(machine, state, arguments)


NEVER_NONE = frozenset("cuda cpu to float double half long int bool detach clone contiguous view reshape squeeze unsqueeze".split())
"""Methods that every tensor has, and whatever else has one returns a value from it."""


TO_DATA = frozenset(("item", "tolist", "numpy"))
"""Methods without arguments by which tensors and arrays return numbers, lists of numbers and arrays: none has a graph."""


TEXT_TESTS = frozenset("startswith endswith isdigit isalpha isnumeric isupper islower".split())
"""Methods that only texts have, which do not change: the same test of the same text has the same result."""


MOVES = frozenset(("to", "cuda", "cpu", "float", "double", "half"))
"""Methods by which a module is moved, and that return it."""


def method_of_unknown(machine: Machine, state: State, receiver: Unknown, name: str, arguments: Arguments) -> Outcome:
    """A method of a value that is not known: its name says what the value must be, where only one kind of value has it."""
    if name == "backward" and not receiver.data:
        return inferred_tensors.backward_of_unknown(machine, state, receiver, arguments)
    if name in module_hooks.FORWARD_HOOKS:
        calls.escape(machine, state, arguments.all())
        module_hooks.register(state, name, arguments)
        return machine.plain("handle")
    attribute = machine.resolve(state, class_lookup.unknown_attribute(receiver, name))
    if not isinstance(attribute, Unknown):
        return machine.call(state, attribute, arguments)
    if module_groups.is_member(state, receiver) or (
        name in ("eval", "train") and not arguments.positional and module_groups.is_any_element(receiver.key)
    ):
        return modules.method(machine, state, modules.opaque(machine, state, receiver), name, arguments)
    optimizer = _as_optimizer(machine, state, receiver, name, arguments)
    if optimizer is not None:
        return optimizers.method(machine, state, optimizer, name, arguments)
    if name == "zero_grad":
        # A module or an optimizer, of unknown parameters.
        presumed.reset(state, None, arguments.site)
        return NONE
    helper = frameworks.unknown_method(machine, state, receiver, name, arguments)
    if helper is not None:
        return helper
    if attribute.name:
        kind = machine.evidence.kind(machine.frame.code.path, attribute.name)
        if kind == "module":
            return passes.call(machine, state, modules.opaque(machine, state, attribute), arguments)
    if name in TEXT_TESTS and all(isinstance(item, Constant) for item in arguments.all()):
        return Unknown(("call", receiver.key, name, *map(key_of, arguments.all())), Certainty.NO, "", receiver.data)
    if name == "get" and all(isinstance(item, Constant) for item in arguments.all()):
        # Of a mapping, the same item as by subscript: asked again, it is the same.
        key = arguments.get(0, "key")
        if isinstance(key, Constant) and isinstance(key.value, str):
            return containers.load_item(machine, state, receiver, key, arguments)
    if receiver.graph is Certainty.NO:
        result = calls.unknown_call(machine, state, arguments, calls_modules=False)
        return Unknown(machine.graph.number(), Certainty.NO, "", receiver.data) if isinstance(result, Unknown) else result
    if name in MOVES and external_classes.is_plain(machine, receiver):
        return receiver
    if name in MOVES:
        # The arguments say where to and as what: no graph comes from them.
        return Unknown(("call", receiver.key, name, machine.graph.number()), receiver.graph, "", receiver.data)
    if arguments.all():
        # What it is given may change what it is: its backward is not that of the same tensor any more.
        state.facts[("changed", receiver.key)] = NONE
    if name in TO_DATA and not arguments.all() and not arguments.open:
        return Unknown(("call", receiver.key, name, machine.graph.number()), Certainty.NO, "", data=True)
    if name == "detach" and not arguments.all() and not arguments.open:
        # Its key leads to no graph either.
        return Unknown(machine.graph.number(), Certainty.NO)
    if not arguments.all():
        if name not in builtins_api.OF_EVERY_TENSOR and name not in NEVER_NONE:
            presumed.unresolved(state, machine.graph.number(), machine.graph.unseen_of(receiver.key) or 0)
        return Unknown(("call", receiver.key, name, machine.graph.number()), receiver.graph)
    result = calls.unknown_call(machine, state, arguments, receiver)
    if isinstance(result, Unknown) and reuse.is_import(receiver.key):
        machine.graph.imported.add(result.key)
    return result


def delete_attribute(machine: Machine, state: State, holder: Ref, name: str) -> None:
    """del holder.name"""
    releases.replaced(machine, state, holder, name, state.get(holder.number).fields.get(name), None)
    state.edit(holder.number).fields.pop(name, None)


def _as_optimizer(machine: Machine, state: State, receiver: Unknown, name: str, arguments: Arguments) -> Ref | None:
    """Return the optimizer that a value is because its `step` or `zero_grad` is called, None if it may be something else."""
    if name not in ("step", "zero_grad") or arguments.open or (name == "step" and arguments.all()):
        return None
    shown = kinds.is_used_as_optimizer(machine, state, receiver, arguments.site) or (
        name == "step" and kinds.steps_after_backward(machine, state, receiver, arguments.site)
    )
    return optimizers.opaque(machine, state, receiver) if shown or optimizers.is_element(state, receiver) else None
