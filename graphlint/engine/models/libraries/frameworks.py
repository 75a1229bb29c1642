"""Code of other libraries, by the entries of library models: calls, methods of unresolved objects, and inherited methods."""

from __future__ import annotations

from graphlint.engine.domain import class_lookup, path_facts, terms
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import MAYBE, NO, NONE, Class, Function, Mode, Ref, Tensor, Unknown
from graphlint.engine.facts import external_classes, kinds
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.havoc.callee_effects import FUNCTION, METHOD
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.libraries import effects, einops, lightning
from graphlint.engine.models.torch import custom_functions, grad_modes, gradient_scaling, module_instances, optimizers
from graphlint.engine.operations import ownership
from graphlint.libraries import tables
from graphlint.libraries.vocabulary import Effect, ModelEntry


def call(machine: Machine, state: State, name: str, arguments: Arguments) -> Outcome:
    """Call a function or class of another library."""
    if name.startswith("einops."):
        return einops.call(machine, state, name, arguments)
    entry = machine.assumptions.of_function(name)
    if entry is not None and effects.is_modeled(entry):
        return effects.call(machine, state, entry, name, arguments)
    short = name.rsplit(".", 1)[-1]
    # A constructor may store its arguments in the object; a function stores nothing (`FUNCTIONS_STORE_NOTHING`).
    result = unresolved_calls.unknown_call(machine, state, arguments, effects=METHOD if tables.is_class(short) else FUNCTION)
    if isinstance(result, Unknown):
        machine.graph.unresolved.imported.add(result.symbol)
    if tables.is_class(short) and isinstance(result, Unknown):
        instance = Unknown(terms.InstanceSymbol(name, result.symbol), result.graph, short)
        own_class = external_classes.class_of(machine, name)
        if own_class is not None and machine.evidence.module_class(*own_class) and external_classes.is_plain(machine, instance):
            ref = module_instances.opaque(machine, state, instance)
            module_instances.begin(machine, state, ref)
            return ref
        return instance
    return result


def called_instance(machine: Machine, state: State, instance: Unknown, arguments: Arguments) -> Outcome | None:
    """Call an instance of a library class; None if its `__call__` has no entry."""
    made_by = external_classes.made_by(instance)
    entry = machine.assumptions.of_method(made_by, "__call__") if made_by else None
    return effects.call(machine, state, entry, made_by, arguments) if entry is not None and effects.is_modeled(entry) else None


def method_of_module(machine: Machine, state: State, made_by: str, name: str, arguments: Arguments) -> Outcome | None:
    """Call a method of a module that a library function has constructed; None if the method has no entry."""
    entry = machine.assumptions.of_method(made_by, name) if "." in made_by else None
    return effects.call(machine, state, entry, name, arguments) if entry is not None and effects.is_modeled(entry) else None


def note_freezing(machine: Machine, state: State, module: Ref, name: str) -> None:
    """Record that a method of a module whose code is not resolved may freeze parameters, if its name says so on every receiver."""
    entry = tables.of_any_method(name)
    if entry is None or entry.effect is not Effect.FREEZES_RECEIVER:
        return
    for leaf in ownership.leaves(machine, state, module):
        if state.needs_grad(leaf) is not NO:
            state.needs[leaf.number] = MAYBE


def unknown_method(machine: Machine, state: State, receiver: Unknown, name: str, arguments: Arguments) -> Outcome | None:
    """Call a method of an unknown value whose name and arguments show its effect; None for all others."""
    first = arguments.positional[0] if arguments.positional else None
    if first is None and name in ("step", "unscale_"):
        first = arguments.keywords.get("optimizer")
    entry = _entry_of_method(machine, receiver, name)
    if entry is not None and entry.effect is Effect.NONE:
        return NONE
    if entry is not None and entry.effect is Effect.FREEZES_RECEIVER:
        state.facts.possible.add(path_facts.Frozen(receiver.symbol))
    if name == "scale" and isinstance(first, Tensor) and len(arguments.positional) == 1:
        return gradient_scaling.scaler_method(machine, state, name, arguments)
    if name in ("step", "unscale_") and isinstance(first, Unknown) and kinds.is_scaled_optimizer(machine, state, receiver, first):
        first = optimizers.opaque(machine, state, first)
        arguments = arguments.without_first("optimizer").with_first(first)
    if name in ("step", "unscale_") and isinstance(first, Ref) and first.kind == "optimizer":
        return gradient_scaling.scaler_method(machine, state, name, arguments)
    if entry is not None and effects.is_modeled(entry):
        return effects.call(machine, state, entry, name, arguments)
    if name == "enter_context" and first is not None and (isinstance(first, Mode) or receiver.graph is NO):
        return grad_modes.enter_context(machine, state, first)
    if name in ("no_grad", "inference_mode") and not arguments.positional:
        return machine.unknown(name)
    return None


def _entry_of_method(machine: Machine, receiver: Unknown, name: str) -> ModelEntry | None:
    """Return the entry of a method by the library class of the receiver, or the one for receivers of unknown class."""
    made_by = external_classes.made_by(receiver)
    own = machine.assumptions.of_method(made_by, name) if made_by else None
    if own is None and (made_by := external_classes.made_by_element(receiver)):
        # An element of an object that holds several, such as the axes of a figure.
        own = machine.assumptions.of_method(made_by, name)
    return own or tables.of_any_method(name)


def foreign_method(machine: Machine, state: State, receiver: Ref, cls: Class, name: str, arguments: Arguments) -> Outcome | None:
    """Call a method that an instance inherits from a library class; None if the method has no entry."""
    of_any = tables.of_any_method(name)
    inherited = next(
        external_classes.inherited(machine, cls, name), of_any if of_any is not None and of_any.effect is Effect.BACKWARD else None
    )
    if inherited is not None and inherited.effect is Effect.NONE:
        return NONE
    if inherited is not None and effects.is_modeled(inherited):
        return effects.call(machine, state, inherited, name, arguments)
    if any(base.endswith("LightningModule") for base in class_lookup.foreign_bases(cls)):
        return lightning.method(machine, state, receiver, name, arguments)
    if name == "save_for_backward" or name in ("mark_dirty", "mark_non_differentiable", "set_materialize_grads"):
        return NONE
    return None


def class_method(machine: Machine, state: State, cls: Class, name: str, arguments: Arguments) -> Outcome | None:
    """Call a class method that a class inherits from a library class: Function.apply, from_pretrained."""
    bases = class_lookup.foreign_bases(cls)
    if name == "apply" and any(external_classes.is_function_base(machine, base) for base in bases):
        forward = class_lookup.attribute(state, cls, "forward")
        if isinstance(forward, Function):
            return custom_functions.apply_function(machine, state, cls, forward, arguments)
    if name in ("from_pretrained", "load_from_checkpoint", "from_config"):
        return machine.call(state, cls, Arguments((), {}, arguments.site, True))
    return None
