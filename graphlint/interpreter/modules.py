"""Modules: what they own, and what calling one builds. The module is not a graph; the result of calling it hangs on one."""

from __future__ import annotations

from dataclasses import replace

from graphlint.autograd import operations as table
from graphlint.autograd.events import Site
from graphlint.autograd.operations import ModuleClass
from graphlint.interpreter import (
    calls,
    containers,
    dependencies,
    external_classes,
    frameworks,
    module_groups,
    module_methods,
    module_tree,
    optimizers,
    passes,
    tensors,
)
from graphlint.interpreter.constants import known_slice
from graphlint.interpreter.keys import key_of
from graphlint.interpreter.machine import Arguments, Machine, Outcome
from graphlint.interpreter.state import CONTAINERS as OF_ELEMENTS
from graphlint.interpreter.state import State
from graphlint.interpreter.values import (
    MAYBE,
    NO,
    YES,
    Api,
    Class,
    Constant,
    Each,
    Library,
    Method,
    Ref,
    Sequence,
    Tensor,
    Unknown,
    Value,
)

CONTAINERS = frozenset("torch.nn." + name for name in ("Sequential", "ModuleList", "ModuleDict", "ParameterList", "ParameterDict"))


def begin(machine: Machine, state: State, reference: Ref) -> None:
    """What nn.Module.__init__ sets."""
    state.edit(reference.number).about["training"] = YES


def inherit(machine: Machine, state: State, reference: Ref, bases: tuple[str, ...], site: Site) -> None:
    """The parameters that a class of the program has from a layer of torch.nn or of another library."""
    for base in bases:
        entry = table.modules().get(base)
        fields = state.edit(reference.number).fields
        if entry is not None:
            fields.update({name: tensors.leaf(machine, site, parameter=True) for name in entry.parameters})
        elif external_classes.is_layer(machine, base):
            fields[f"parameters of {base}"] = replace(tensors.leaf(machine, site, parameter=True), how=module_tree.GROUP)


def make(machine: Machine, state: State, entry: ModuleClass, arguments: Arguments) -> Ref:
    """An instance of one of torch.nn's own modules."""
    reference = machine.allocate(
        state,
        "module",
        Library(entry),
        training=YES,
        arguments=arguments.keywords,
        sizes=arguments.positional,
        name=entry.name.rsplit(".", 1)[-1],
    )
    if not entry.name.rsplit(".", 1)[-1].startswith("Transformer"):
        machine.compute(arguments.positional)
    made = state.get(reference.number)
    without = {"bias"} if _is_false(arguments.keywords.get("bias")) else set()
    if _is_false(arguments.keywords.get("affine")) or _is_false(arguments.keywords.get("elementwise_affine")):
        without |= {"weight", "bias"}
    for name in entry.parameters:
        if name not in without:
            made.fields[name] = tensors.leaf(machine, arguments.site, parameter=True)
    return reference


def _is_false(value: Value | None) -> bool:
    return isinstance(value, Constant) and value.value is False


def container(machine: Machine, state: State, name: str, arguments: Arguments) -> Ref:
    """Sequential, ModuleList and the like."""
    short = name.rsplit(".", 1)[-1]
    reference = machine.allocate(state, "module", Api(name), training=YES, container=short, name=short)
    made = state.get(reference.number)
    values: tuple[Value, ...] = (*arguments.positional, *arguments.spread)
    first = values[0] if len(values) == 1 else None
    if isinstance(first, Ref) and first.kind == "dict":
        inner = state.get(first.number)
        values, made.exact = tuple(inner.fields.values()), inner.exact
        if short in ("ModuleDict", "ParameterDict"):
            made.fields.update(inner.fields)
    elif first is not None and short in ("ModuleList", "ParameterList", "Sequential") and not module_tree.is_module(first):
        known = machine.elements(state, first)
        made.exact = known is not None
        values = known or ()
        if isinstance(first, Ref) and known is None:
            values = tuple(state.get(first.number).items)
    made.exact = made.exact and not arguments.open
    made.items = list(values)
    return reference


def opaque(machine: Machine, state: State, value: Unknown, parent: Ref | None = None, name: str = "") -> Ref:
    """A module of which only its use is known: one group of parameters stands for all it owns."""
    known = state.facts.get(value.key)
    if isinstance(known, Ref):
        return known
    label = name or value.name.rsplit(".", 1)[-1]
    reference = machine.allocate(state, "module", Api(value.name), training=MAYBE, opaque=True, name=label, symbol=value.key)
    module_groups.join(state, reference, value)
    own_class = external_classes.class_of(machine, external_classes.made_by(value))
    if own_class is not None and machine.evidence.parameterless_class(*own_class):
        state.facts[value.key] = reference
        return reference
    state.get(reference.number).about["plain"] = external_classes.is_plain(machine, value)
    site = machine.site(machine.frame.code.at)
    group = replace(tensors.leaf(machine, site, parameter=True), how=module_tree.GROUP)
    if not external_classes.made_by(value):
        # Whoever made it may have given it to others.
        machine.shared.add(group.node)
    state.get(reference.number).fields["parameters of " + label] = group
    state.get(reference.number).about["made of"] = machine.graph.unseen_of(value.key)
    state.facts[value.key] = reference
    if parent is not None:
        own = next(iter(module_tree.leaves(machine, state, parent)), None)
        if own is not None and state.needs_grad(own) is not YES:
            state.needs[group.number] = state.needs_grad(own)
        state.get(reference.number).about["training"] = state.get(parent.number).about.get("training", MAYBE)
    return reference


def item(machine: Machine, state: State, module: Ref, key: Value) -> Value:
    """module[key] on a container of modules."""
    made = state.get(module.number)
    if isinstance(key, Constant):
        if isinstance(key.value, int) and made.exact and -len(made.items) <= key.value < len(made.items):
            return made.items[key.value]
        if isinstance(key.value, str) and key.value in made.fields:
            return made.fields[key.value]
    if isinstance(key, Sequence) and made.about.get("container") == "Sequential":
        reference = machine.allocate(state, "module", made.type, **made.about)
        bounds = known_slice(key) if made.exact else None
        target = state.get(reference.number)
        target.items = made.items[bounds] if bounds is not None else list(made.items)
        target.exact = bounds is not None
        return reference
    if made.about.get("opaque"):
        name = f"{made.about.get('name', '')}[]"
        return opaque(machine, state, Unknown(("item", module.number, key_of(key)), name=name), module, name)
    values = [value for value in (*made.items, *made.fields.values()) if isinstance(value, Ref | Tensor)]
    if values and made.about.get("container") in ("ParameterList", "ParameterDict"):
        return Each(tuple(value for value in values if isinstance(value, Tensor)))
    if not values:
        return machine.unknown()
    return values[0] if len({_kind_of(state, value) for value in values}) == 1 else _one_of(machine, state, module, key, values)


def _kind_of(state: State, value: Ref | Tensor) -> object:
    """Return the class that modules of one kind share: of the program or of a library."""
    return state.get(value.number).type if isinstance(value, Ref) else Tensor


def _one_of(machine: Machine, state: State, module: Ref, key: Value, values: list[Ref | Tensor]) -> Ref:
    """Return one of several modules of different kinds: an unresolved module with the parameters of all of them."""
    some = opaque(
        machine, state, Unknown(("item", module.number, key_of(key))), module, f"{state.get(module.number).about.get('name', '')}[]"
    )
    made = state.edit(some.number)
    if not made.items:
        made.items = list(values)
        if module_tree.leaves(machine, state, module):
            made.fields = {name: value for name, value in made.fields.items() if not isinstance(value, Tensor)}
    return some


def store_item(machine: Machine, state: State, module: Ref, key: Value, value: Value) -> None:
    """module[key] = value"""
    made = state.edit(module.number)
    if isinstance(key, Constant) and isinstance(key.value, str):
        made.fields[key.value] = value
        made.items = list(made.fields.values())
    elif isinstance(key, Constant) and isinstance(key.value, int) and -len(made.items) <= key.value < len(made.items):
        made.items[key.value] = value
    else:
        made.items.append(value)
        made.exact = False


def attribute(machine: Machine, state: State, module: Ref, name: str) -> Value:
    """An attribute of a module that its visible classes do not set."""
    made = state.get(module.number)
    if name == "training":
        known = module_tree.training(state, module)
        return Unknown(("training", module.number), NO) if known is MAYBE else Constant(known is YES)
    if name in module_methods.TABLE or made.type.__class__ is Library:
        if name in ("weight", "bias") and isinstance(made.type, Library):
            return Constant(None)
        return Method(module, name)
    if made.about.get("opaque"):
        unknown = Unknown(("field", module.number, name), name=f"{made.about.get('name', '')}.{name}")
        return machine.resolve(state, unknown)
    kind = machine.evidence.kind(machine.frame.code.path, f"self.{name}")
    unknown = Unknown(("field", module.number, name), name=f"self.{name}")
    if kind == "module":
        reference = opaque(machine, state, unknown)
        state.edit(module.number).fields[name] = reference
        return reference
    if kind == "optimizer":
        return optimizers.opaque(machine, state, unknown)
    return unknown


def method(machine: Machine, state: State, module: Ref, name: str, arguments: Arguments) -> Outcome:
    """A method of a module that its visible classes do not define."""
    handler = module_methods.TABLE.get(name)
    if handler is not None:
        return handler(machine, state, module, arguments)
    made = state.get(module.number)
    if name in ("forward", "__call__"):
        return passes.call(machine, state, module, arguments)
    if isinstance(made.type, Class):
        foreign = frameworks.foreign_method(machine, state, module, made.type, name, arguments)
        if foreign is not None:
            return foreign
    elif isinstance(made.type, Api):
        modeled = frameworks.method_of_module(machine, state, made.type.name, name, arguments)
        if modeled is not None:
            return modeled
    known = attribute(machine, state, module, name)
    if isinstance(known, Ref) and known.kind == "module":
        return passes.call(machine, state, known, arguments)
    first = arguments.positional[0] if arguments.positional else None
    if isinstance(first, Tensor) and state.needs_grad(first) is not NO and external_classes.may_run_backward(name):
        # An engine around the model, such as DeepSpeed's. What receives data is another method, such as the inverse pass of a flow.
        return machine.call_method(state, first, "backward", Arguments(arguments.positional[1:], arguments.keywords, arguments.site))
    if name == "step":
        calls.may_reset(machine, state, module)
    nodes = calls.escape(machine, state, arguments.all())
    if state.grad_mode is NO:
        return tensors.new(machine, arguments.site, leaf=YES, reason="no_grad", parts=True)
    own = [state.node(leaf) for leaf in module_tree.leaves(machine, state, module) if state.needs_grad(leaf) is not NO]
    return tensors.unseen(machine, state, arguments.site, [*nodes, *own, *module_tree.parts_unseen(state, module)])


def has_method(name: str) -> bool:
    """Return True if nn.Module has a method of this name."""
    return name in module_methods.TABLE or name == "__call__"


def foreign_method(machine: Machine, state: State, receiver: Value, name: str, arguments: Arguments) -> Outcome:
    """super().name(...) where the base is not at hand."""
    if isinstance(receiver, Ref) and receiver.kind in OF_ELEMENTS:
        return containers.method_of_base(machine, state, receiver, name, arguments)
    if name == "__init__" and isinstance(receiver, Ref):
        _keeps(machine, state, receiver, arguments)
    if name in ("__init__", "__init_subclass__", "__setattr__", "__new__", "extra_repr"):
        return Constant(None)
    if isinstance(receiver, Ref) and receiver.kind == "module":
        if name == "forward":
            return passes.opaque_result(machine, state, receiver, arguments)
        handler = module_methods.TABLE.get(name)
        if handler is not None:
            return handler(machine, state, receiver, arguments)
    return calls.unknown_call(machine, state, arguments)


def _keeps(machine: Machine, state: State, receiver: Ref, arguments: Arguments) -> None:
    """The constructor of a base that is not at hand keeps what it is given: what it has set may hang on that."""
    if nodes := dependencies.nodes_in(machine, state, arguments.all()):
        machine.graph.unseen(receiver.number, arguments.site, "unseen", nodes)
    if receiver.kind == "instance":
        hold(state, receiver, arguments)


def hold(state: State, receiver: Ref, arguments: Arguments) -> None:
    """Note the modules that the constructor of a base that is not at hand is given: under their keywords the instance has them."""
    made = state.edit(receiver.number)
    made.fields.update(
        {name: value for name, value in arguments.keywords.items() if module_tree.is_module(value) and name not in made.fields}
    )
    made.about["given"] = tuple(value for value in arguments.all() if module_tree.is_module(value))


def given(state: State, receiver: Ref) -> Ref | None:
    """The module that an attribute set by a base that is not at hand holds: the only one that the base was given, None where there are
    several or none."""
    found = state.get(receiver.number).about.get("given", ())
    assert isinstance(found, tuple)
    return found[0] if len(found) == 1 else None
