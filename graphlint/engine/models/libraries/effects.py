"""Calls of functions whose effect on graphs is an entry of a library model or of the user's settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from graphlint.autograd.events import NoGraph, Origin
from graphlint.engine.domain import scaler_stages, step_order, terms
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import (
    FALSE,
    MAYBE,
    NO,
    NONE,
    TRUE,
    Api,
    Constant,
    Each,
    Function,
    Ref,
    Sequence,
    Tensor,
    Unknown,
    Value,
    strongest,
)
from graphlint.engine.facts import dependencies
from graphlint.engine.havoc import escaping_callbacks, unresolved_calls
from graphlint.engine.machine import outcomes
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.python import standard_library
from graphlint.engine.models.torch import gradient_scaling, module_instances, optimizers
from graphlint.engine.operations import applications, array_conversions, detached_operands, ownership, tensors
from graphlint.libraries.vocabulary import OF_CLASSES, Effect, ModelEntry


def of_own_function(machine: Machine, function: Function) -> ModelEntry | None:
    """Return the entry that the settings give a function of the project; None if they give none."""
    if not machine.assumptions.effects:
        return None
    name = function.code.name if function.owner is None else f"{function.owner.name}.{function.code.name}"
    return machine.assumptions.own_at(function.code.path, name)


def is_modeled(entry: ModelEntry) -> bool:
    """Return True if the effect of a call differs from that of unresolved code."""
    return entry.effect in _HANDLERS


def call(machine: Machine, state: State, entry: ModelEntry, name: str, arguments: Arguments) -> Outcome:
    """Call a function that has an entry."""
    handler = _HANDLERS.get(entry.effect)
    return (
        handler(machine, state, entry, name, arguments) if handler is not None else unresolved_calls.unknown_call(machine, state, arguments)
    )


def _backward(machine: Machine, state: State, entry: ModelEntry, name: str, arguments: Arguments) -> Outcome:
    """Run backward on the first tensor among the arguments, or on the first argument."""
    del name
    values = arguments.all()
    root = next((value for value in values if isinstance(value, Tensor | Each)), values[0] if values else None)
    if root is None:
        return unresolved_calls.unknown_call(machine, state, arguments)
    keywords = {name: value for name in ("retain_graph", "create_graph") if (value := arguments.keywords.get(name)) is not None}
    if entry.effect is Effect.BACKWARD_RETAINED:
        keywords["retain_graph"] = TRUE
    return machine.call_method(state, root, "backward", Arguments((), keywords, arguments.site))


def _backward_and_step(machine: Machine, state: State, entry: ModelEntry, name: str, arguments: Arguments) -> Outcome:
    """Run backward on a loss, and then the step of an optimizer; with a condition, the step is uncertain."""
    loss, optimizer = (_named(entry, arguments, wanted) for wanted in entry.arguments)
    if loss is None or optimizer is None or arguments.open:
        return unresolved_calls.unknown_call(machine, state, arguments)
    certain = all(arguments.keywords.get(wanted, TRUE) == TRUE for wanted in entry.condition)
    done: list[State] = []
    for path in outcomes.paths(state, _backward(machine, state, entry, name, Arguments((loss,), arguments.keywords, arguments.site))):
        if path.signal:
            done.append(path)
        elif certain:
            done.extend(outcomes.paths(path, machine.call_method(path, optimizer, "step", Arguments((), {}, arguments.site))))
        else:
            done.extend(outcomes.paths(path, unresolved_calls.unknown_call(machine, path, Arguments((optimizer,), {}, arguments.site))))
    return done


def _named(entry: ModelEntry, arguments: Arguments, wanted: str) -> Value | None:
    """Return an argument by the name that an entry gives it."""
    order = entry.parameters or entry.arguments
    return arguments.get(order.index(wanted), wanted)


def _depends(machine: Machine, state: State, entry: ModelEntry, name: str, arguments: Arguments) -> Value:
    """Return a tensor that depends on all arguments; the saved tensors of its graph are unknown."""
    del entry, name
    values = arguments.all()
    given_tensors = [tensor for value in values for tensor in dependencies.tensors_in(state, value)]
    unknown = [value for value in values if isinstance(value, Unknown) and value.graph is not NO]
    needs = strongest(applications.needs_of(state, value) for value in (*given_tensors, *unknown))
    if needs is NO or state.grad_mode is NO:
        return machine.plain()
    certain = [state.node(tensor) for tensor in given_tensors if state.needs_grad(tensor) is not NO]
    possible = [machine.graph.unresolved.node(machine.graph, value.symbol, arguments.site) for value in unknown if not value.data]
    node = machine.graph.record(Origin.LIBRARY_CALL, arguments.site, certain, possible, MAYBE, ())
    detached_operands.note(machine, given_tensors, node)
    return tensors.new(machine, arguments.site, node, MAYBE if state.grad_mode is MAYBE else needs, parts=True)


def _detach(machine: Machine, state: State, entry: ModelEntry, name: str, arguments: Arguments) -> Value:
    del state, entry, name
    return _detached(machine, arguments.all()[0], arguments) if len(arguments.all()) == 1 else machine.plain()


def _detached(machine: Machine, value: Value, arguments: Arguments) -> Value:
    """Return the detached value: a tensor, or a tuple of tensors."""
    if isinstance(value, Tensor):
        return tensors.data(machine, arguments.site, NoGraph.DETACH, value.shape)
    if isinstance(value, Sequence):
        return Sequence(tuple(_detached(machine, item, arguments) for item in value.items), value.fields)
    return machine.plain() if value is not NONE else NONE


def _plain(machine: Machine, state: State, entry: ModelEntry, name: str, arguments: Arguments) -> Value:
    del state, entry, arguments
    return machine.plain(name)


def _objects(machine: Machine, state: State, entry: ModelEntry, name: str, arguments: Arguments) -> Value:
    """Return an object of a library class, or one of each class."""
    del state, arguments
    objects = tuple(Unknown(terms.InstanceSymbol(each, machine.graph.number()), NO, name) for each in entry.classes)
    return objects[0] if len(objects) == 1 else Sequence(objects)


def _returned(machine: Machine, state: State, entry: ModelEntry, name: str, arguments: Arguments) -> Value:
    """Return the arguments: all of them, or those that the entry names; the library creates those that are not passed."""
    del name
    step_order.doubt(state, arguments.all())
    machine.value_facts.received_scalers |= scaler_stages.received(state, arguments.all())
    if arguments.open:
        return machine.unknown()
    if not entry.arguments:
        given = arguments.positional
        return machine.unknown() if not given else given[0] if len(given) == 1 else Sequence(given)
    values = [_named(entry, arguments, wanted) for wanted in entry.arguments]
    if values[0] is None:
        return machine.unknown()
    if len(values) == 1 or (len(values) == 2 and values[1] is None):
        return values[0]
    return Sequence(tuple(machine.unknown() if value is None or value == NONE else value for value in values))


def _frozen(machine: Machine, state: State, entry: ModelEntry, name: str, arguments: Arguments) -> Value:
    """Freeze a module and return it."""
    given = _named(entry, arguments, entry.arguments[0]) if entry.arguments else arguments.get(0, "model")
    if isinstance(given, Unknown):
        given = module_instances.opaque(machine, state, given)
    conditional = any(arguments.keywords.get(wanted, FALSE) != FALSE for wanted in entry.condition)
    if arguments.open or conditional or not isinstance(given, Ref) or given.kind != "module":
        return unresolved_calls.unknown_call(machine, state, arguments)
    for leaf in ownership.leaves(machine, state, given):
        state.needs[leaf.number] = NO
    return given


def _module(machine: Machine, state: State, entry: ModelEntry, name: str, arguments: Arguments) -> Value:
    del entry, arguments
    ref = module_instances.opaque(machine, state, Unknown(machine.graph.number(), NO, name.removesuffix(".from_pretrained")))
    module_instances.begin(machine, state, ref)
    return ref


def _runtime(machine: Machine, state: State, entry: ModelEntry, name: str, arguments: Arguments) -> Value:
    del entry, arguments
    return module_instances.runtime(machine, state, name.removesuffix(".from_pretrained"))


def _transform(machine: Machine, state: State, entry: ModelEntry, name: str, arguments: Arguments) -> Value:
    del entry
    called = machine.assumptions.of_method(name, "__call__")
    if called is not None and called.effect not in OF_CLASSES:
        return Api(f"{name}.__call__")
    parts = [part for value in arguments.all() for part in machine.elements(state, value) or (value,) if ownership.is_module(part)]
    return module_instances.transform(machine, state, name, parts)


def _sequence(machine: Machine, state: State, entry: ModelEntry, name: str, arguments: Arguments) -> Value:
    del entry
    return module_instances.sequence(machine, state, name, arguments)


def _optimizer(machine: Machine, state: State, entry: ModelEntry, name: str, arguments: Arguments) -> Value:
    if entry.arguments:
        owner = _named(entry, arguments, entry.arguments[0])
        arguments = Arguments(() if owner is None else (owner,), {}, arguments.site, arguments.open)
    return optimizers.make(machine, state, name, arguments)


def _dataset(machine: Machine, state: State, entry: ModelEntry, name: str, arguments: Arguments) -> Value:
    del state, entry, name, arguments
    return Unknown(machine.graph.number(), NO, "dataset", True)


def _repeat(machine: Machine, state: State, entry: ModelEntry, name: str, arguments: Arguments) -> Value:
    """Record that the functions among the arguments are called for each batch, and call unresolved code with them."""
    del entry, name
    for value in arguments.all():
        machine.functions.repeated.update(function.code.at[0] for function in escaping_callbacks.functions_in(state, value))
    return unresolved_calls.unknown_call(machine, state, arguments)


DATA: Final = frozenset(("a", "ar", "arr", "array", "arrays", "object", "weights", "x", "x1", "x2", "y"))
"""Names of parameters that are data: others are options, such as a label, which converts no tensor."""


def _converted(machine: Machine, state: State, entry: ModelEntry, name: str, arguments: Arguments) -> Outcome:
    """Convert the arguments to arrays; the result has no graph."""
    given = (*arguments.positional, *(value for keyword, value in arguments.keywords.items() if keyword in DATA))
    if array_conversions.to_array(machine, state, given, arguments.site, _CONVERTED[entry.effect]):
        return NONE
    return standard_library.call_plain(machine, state, name, arguments)


def _called_method(machine: Machine, state: State, entry: ModelEntry, name: str, arguments: Arguments) -> Outcome:
    """Call the method of the same name of the first argument if that is a tensor, which keeps its graph; else convert the arguments."""
    first = arguments.positional[0] if arguments.positional else None
    if isinstance(first, Tensor):
        rest = Arguments(arguments.positional[1:], arguments.keywords, arguments.site)
        return machine.call_method(state, first, name.rpartition(".")[2], rest)
    return _converted(machine, state, entry, name, arguments)


def _array(machine: Machine, state: State, entry: ModelEntry, name: str, arguments: Arguments) -> Value:
    """Make an array of a shape."""
    del entry
    shape = arguments.get(0, "shape")
    known = None if shape is None else machine.elements(state, shape)
    dimensions = 1 if isinstance(shape, Constant) and isinstance(shape.value, int) else None if known is None else len(known)
    number = machine.graph.number()
    return Unknown(number if dimensions is None else terms.Array(number, dimensions), NO, name)


def _clipped(machine: Machine, state: State, entry: ModelEntry, name: str, arguments: Arguments) -> Value:
    """Clip the gradients of parameters."""
    del entry
    return gradient_scaling.clip(machine, state, name, arguments)


_CONVERTED: Final = {
    Effect.CONVERTS: array_conversions.Converted.ALL,
    Effect.CONVERTS_LISTS: array_conversions.Converted.LISTS,
    Effect.CONVERTS_TENSORS: array_conversions.Converted.TENSORS,
    Effect.CALLS_METHOD: array_conversions.Converted.LISTS,
}

_HANDLERS: Final[dict[Effect, Callable[[Machine, State, ModelEntry, str, Arguments], Outcome]]] = {
    Effect.BACKWARD: _backward,
    Effect.BACKWARD_RETAINED: _backward,
    Effect.BACKWARD_AND_STEP: _backward_and_step,
    Effect.DEPENDS: _depends,
    Effect.DETACHES: _detach,
    Effect.RETURNS_FLOAT: _plain,
    Effect.CLIPS: _clipped,
    Effect.NONE: _plain,
    Effect.NEUTRAL: _plain,
    Effect.MAKES_ARRAY: _array,
    Effect.CONVERTS: _converted,
    Effect.CONVERTS_LISTS: _converted,
    Effect.CONVERTS_TENSORS: _converted,
    Effect.CALLS_METHOD: _called_method,
    Effect.RETURNS_ARGUMENTS: _returned,
    Effect.FREEZES: _frozen,
    Effect.MAKES_MODULE: _module,
    Effect.MAKES_RUNTIME: _runtime,
    Effect.TRANSFORM_CLASS: _transform,
    Effect.SEQUENCE_CLASS: _sequence,
    Effect.MODULE_CLASS: _module,
    Effect.LAYER_CLASS: _module,
    Effect.MAKES_OPTIMIZER: _optimizer,
    Effect.DATASET_CLASS: _dataset,
    Effect.CALLS_REPEATEDLY: _repeat,
    Effect.MAKES_OBJECTS: _objects,
}
"""Handlers by effect; calls with other effects are calls of unresolved code."""
