"""Methods of nn.Module: training mode, parameters, freezing, conversions, hooks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from graphlint.autograd.events import Certainty, ChangedBy, ResetBy, Site
from graphlint.engine.domain import graph_effects, terms
from graphlint.engine.domain.bounds import NAMED_PARAMETERS
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NO, NONE, Constant, Each, Ref, Sequence, StandsFor, Unknown, Value
from graphlint.engine.facts import conditions, module_collections, one_pass
from graphlint.engine.havoc import forward_hooks, unresolved_calls
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.python import built_ins, computed_attributes
from graphlint.engine.models.torch import module_instances, tensor_attributes
from graphlint.engine.operations import leaf_gradients, ownership, training_mode


def _mode(machine: Machine, state: State, module: Ref, truth: Certainty, site: Site) -> Ref:
    training_mode.switch(machine, state, module, ownership.submodules(machine, state, module), truth, site)
    if (symbol := state.get(module.number).module.symbol) is not None:
        module_collections.record_mode(machine, state, symbol, truth)
    return module


def _eval(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Value:
    return _mode(machine, state, module, Certainty.NO, arguments.site)


def _train(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Value:
    flag = arguments.get(0, "mode")
    truth = Certainty.YES if flag is None else conditions.certainty(machine, state, flag)
    return _mode(machine, state, module, truth, arguments.site)


def _same(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Value:
    return module


def _parameters(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Value:
    leaves = ownership.leaves(machine, state, module, recurse=_recurses(machine, state, module, arguments.get(0, "recurse")))
    reference = machine.allocate(state, "parameters")
    obj = state.get(reference.number)
    obj.items = [Each(tuple(leaves))] if len(leaves) > 1 else list(leaves)
    obj.exact = ownership.is_exact(machine, state, module)
    if obj.exact:
        return one_pass.mark(state, reference, arguments.site)
    obj.record = replace(obj.container, others_before=ownership.others_before(machine, state, module))
    return reference


def _named_parameters(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Value:
    recurse = _recurses(machine, state, module, arguments.get(1, "recurse"))
    prefix = arguments.get(0, "prefix")
    start = f"{prefix.value}." if isinstance(prefix, Constant) and prefix.value else ""
    leaves = ownership.leaves(machine, state, module, recurse=recurse)
    names = ownership.parameter_names(state, module, start, recurse=recurse) if prefix is None or start else []
    if len(leaves) <= NAMED_PARAMETERS and len(names) == len(leaves) and ownership.is_exact(machine, state, module):
        reference = machine.allocate(state, "list")
        named = [(machine.plain() if leaf.stands_for is StandsFor.PARAMETERS else Constant(name), leaf) for name, leaf in names]
        state.get(reference.number).items = [Sequence(pair) for pair in named]
        return reference
    reference = machine.allocate(state, "parameters")
    obj = state.get(reference.number)
    value: Value = Each(tuple(leaves)) if len(leaves) > 1 else leaves[0] if leaves else machine.unknown()
    obj.items = [Sequence((Unknown(terms.AnyParameterName(machine.graph.number()), NO), value))]
    obj.exact = ownership.is_exact(machine, state, module)
    return reference


def _recurses(machine: Machine, state: State, module: Ref, flag: Value | None) -> bool:
    """Return False if parameters of submodules are left out. Those of an unresolved module are only known together with them."""
    return flag is None or state.get(module.number).module.opaque or conditions.decide(machine, state, flag) is not False


def _modules(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Value:
    reference = machine.allocate(state, "list")
    obj = state.get(reference.number)
    obj.items = list(ownership.submodules(machine, state, module))
    obj.exact = ownership.is_exact(machine, state, module)
    return reference


def _children(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Value:
    reference = machine.allocate(state, "list")
    obj = state.get(reference.number)
    obj.items = ownership.children(machine, state, module)
    # The submodules of an unresolved module are unknown, though its parameters are known as a group.
    obj.exact = ownership.is_exact(machine, state, module) and not state.get(module.number).module.opaque
    return reference


def _named_children(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Value:
    return _named(machine, state, module, ownership.named_children(machine, state, module))


def _named_modules(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Value:
    if arguments.all() or not ownership.is_exact(machine, state, module) or state.get(module.number).module.opaque:
        return _named_children(machine, state, module, arguments)
    return _named(machine, state, module, ownership.named_modules(machine, state, module))


def _submodule(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Outcome:
    """Model `module.get_submodule(target)`: the part with a known path, the module itself for an empty one."""
    target = arguments.get(0, "target")
    if isinstance(target, Constant):
        named_modules = {"": module, **{name: ref for name, ref in ownership.named_modules(machine, state, module) if name is not None}}
        part = named_modules.get(str(target.value))
        if part is not None:
            return part
    return unresolved_calls.unknown_call(machine, state, arguments, module)


def _named(machine: Machine, state: State, module: Ref, named_modules: Iterable[tuple[str | None, Ref]]) -> Value:
    """Return a list of modules with their names, which are all if the submodules of a module are known."""
    reference = machine.allocate(state, "list")
    obj = state.get(reference.number)
    obj.items = [Sequence((machine.plain() if name is None else Constant(name), ref)) for name, ref in named_modules]
    obj.exact = ownership.is_exact(machine, state, module) and not state.get(module.number).module.opaque
    return reference


def _requires_grad(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Value:
    flag = arguments.get(0, "requires_grad")
    truth = True if flag is None else conditions.decide(machine, state, flag)
    for leaf in ownership.leaves(machine, state, module):
        tensor_attributes.set_requires_grad(machine, state, leaf, truth, arguments.site)
    return module


def _zero_grad(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Value:
    owned = ownership.leaves(machine, state, module)
    leaf_gradients.report_discarded(machine, state, owned, arguments.site)
    leaf_gradients.reset_gradients(machine, state, owned, arguments, ResetBy.MODULE)
    if received := module_instances.received_parameters(machine, state, module):
        # Code that wraps or prepares a module may return it.
        leaf_gradients.doubt(state, received)
    return NONE


def _register_parameter(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Value:
    value = arguments.get(1, "param")
    if value is not None:
        computed_attributes.register(machine, state, module, arguments.get(0, "name"), value)
    return NONE


def _register_buffer(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Value:
    value = arguments.get(1, "tensor")
    if value is not None:
        computed_attributes.register(machine, state, module, arguments.get(0, "name"), value)
    return NONE


def _add_module(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Value:
    value = arguments.get(1, "module")
    if value is not None:
        computed_attributes.register(machine, state, module, arguments.get(0, "name"), value)
        if state.get(module.number).module.container:
            state.edit(module.number).items.append(value)
    return NONE


def _append(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Value:
    value = arguments.get(0, "module")
    if value is not None:
        state.edit(module.number).items.append(value)
    return module


def _extend(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Value:
    value = arguments.get(0, "modules") or NONE
    known = machine.elements(state, value)
    obj = state.edit(module.number)
    obj.exact = obj.exact and known is not None
    obj.items.extend(known or ())
    return module


def _insert(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Value:
    value = arguments.get(1, "module")
    if value is not None:
        state.edit(module.number).items.insert(0, value)
    return NONE


def _apply(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Outcome:
    function = arguments.get(0, "fn")
    if function is not None:
        unresolved_calls.havoc_variables(machine, state, function)
    return module


def _hook(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Value:
    for value in arguments.all():
        unresolved_calls.havoc_argument(machine, state, value)
    return machine.plain()


def _state_dict(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Value:
    """Model `state_dict()`: its tensors are detached, or with `keep_vars=True` the parameters themselves."""
    keeps = arguments.get(2, "keep_vars")
    if keeps is None or conditions.decide(machine, state, keeps) is False:
        return machine.plain("state_dict")
    named = _named_parameters(machine, state, module, Arguments((), {}, arguments.site))
    return built_ins.make_dict(machine, state, Arguments((named,), {}, arguments.site))


def _load_state_dict(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Value:
    """Model `load_state_dict`: all parameters are modified in place."""
    for leaf in ownership.leaves(machine, state, module):
        sure = not leaf.stands_for.is_one_of_several
        graph_effects.change(machine.graph, state, arguments.site, leaf.storage, ChangedBy.LOADED_STATE, True, sure)
        machine.graph.leaves.loaded.add(state.node(leaf))
    return machine.plain("keys")


def _forward_hook(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Value:
    """Register a hook that every call of the module executes with its inputs and output."""
    hook = arguments.get(0, "hook")
    if hook is not None:
        obj = state.edit(module.number)
        obj.record = replace(obj.module, hooks=(*obj.module.hooks, hook))
        if obj.module.opaque or obj.module.symbol is not None:
            # The program may call a module that contains this one.
            forward_hooks.register(state, "register_forward_hook", arguments, module)
    return machine.plain("handle")


def _pairs(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Value:
    """Model `items()` of a ModuleDict or ParameterDict; the key of an element stored under an unknown key is unknown."""
    obj = state.get(module.number)
    named = list(obj.fields.values())
    others = [value for value in obj.items if not any(value is item for item in named)]
    reference = machine.allocate(state, "list")
    target = state.get(reference.number)
    target.items = [Sequence((Constant(name), value)) for name, value in obj.fields.items()]
    target.items += [Sequence((machine.plain(), value)) for value in others]
    target.exact = obj.exact
    return reference


def _keys(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Value:
    """Model `keys()` of a ModuleDict or ParameterDict."""
    known = machine.elements(state, module) if ownership.slots(state, module) is not None else None
    if known is None:
        return machine.plain()
    reference = machine.allocate(state, "list")
    state.get(reference.number).items = list(known)
    return reference


def _nothing(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Value:
    return NONE


def _buffers(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Value:
    return machine.plain()


def _values(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Value:
    return _children(machine, state, module, arguments)


TABLE: Final[dict[str, Callable[[Machine, State, Ref, Arguments], Outcome]]] = {
    "eval": _eval, "train": _train, "parameters": _parameters, "named_parameters": _named_parameters, "modules": _modules,
    "named_modules": _named_modules, "children": _children, "named_children": _named_children, "requires_grad_": _requires_grad,
    "zero_grad": _zero_grad, "get_submodule": _submodule,
    "to": _same, "cuda": _same, "cpu": _same, "float": _same, "double": _same, "half": _same, "bfloat16": _same, "type": _same,
    "share_memory": _same, "to_empty": _same, "compile": _nothing, "register_parameter": _register_parameter,
    "register_buffer": _register_buffer, "add_module": _add_module, "register_module": _add_module, "append": _append, "extend": _extend,
    "insert": _insert, "apply": _apply, "state_dict": _state_dict, "load_state_dict": _load_state_dict, "buffers": _buffers,
    "named_buffers": _buffers, "register_forward_hook": _forward_hook, "register_forward_pre_hook": _hook,
    "register_full_backward_hook": _hook, "register_backward_hook": _hook, "values": _values, "items": _pairs, "keys": _keys,
}  # fmt: skip
"""Methods of nn.Module. Source: the page of torch.nn.Module in PyTorch's documentation."""
