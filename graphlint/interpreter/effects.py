"""Functions of which the settings say what they do to the graph of their arguments."""

from __future__ import annotations

from graphlint.autograd.assumptions import Effect
from graphlint.interpreter import calls, recording, tensors
from graphlint.interpreter.machine import Arguments, Machine, Outcome
from graphlint.interpreter.state import State
from graphlint.interpreter.values import MAYBE, NO, NONE, TRUE, Each, Function, Sequence, Tensor, Unknown, Value


def of_library(machine: Machine, name: str) -> Effect | None:
    """What is said of something of a library.

    Args:
        machine: the run.
        name: its qualified name.
    """
    return machine.assumptions.effect(name) if machine.assumptions.effects else None


def of_function(machine: Machine, function: Function) -> Effect | None:
    """What is said of a function of the project.

    Args:
        machine: the run.
        function: the function.
    """
    if not machine.assumptions.effects:
        return None
    name = function.code.name if function.owner is None else f"{function.owner.name}.{function.code.name}"
    return machine.assumptions.effect_at(function.code.path, name)


def call(machine: Machine, state: State, effect: Effect, arguments: Arguments) -> Outcome:
    """Call a function that has an effect."""
    if effect is Effect.UNKNOWN:
        return calls.unknown_call(machine, state, arguments)
    if effect in (Effect.WALKS, Effect.WALKS_AND_RETAINS):
        return _walk(machine, state, effect is Effect.WALKS_AND_RETAINS, arguments)
    if effect is Effect.KEEPS:
        return _kept(machine, state, arguments)
    if effect is Effect.DETACHES and len(arguments.all()) == 1:
        return _detached(machine, arguments.all()[0], arguments)
    return machine.plain()


def _walk(machine: Machine, state: State, retain: bool, arguments: Arguments) -> Outcome:
    """backward on the first tensor among the arguments, or on the first argument."""
    values = arguments.all()
    root = next((value for value in values if isinstance(value, Tensor | Each)), values[0] if values else None)
    if root is None:
        return calls.unknown_call(machine, state, arguments)
    keywords = {"retain_graph": TRUE} if retain else {}
    return calls.call_method(machine, state, root, "backward", Arguments((), keywords, arguments.site))


def _kept(machine: Machine, state: State, arguments: Arguments) -> Value:
    """A tensor that hangs on whatever the arguments hang on; what its graph saved nobody knows."""
    values = arguments.all()
    found = [tensor for value in values for tensor in calls.tensors_in(machine, state, value)]
    unknown = [value for value in values if isinstance(value, Unknown) and value.graph is not NO]
    needs = machine.graph.certainty(recording.needs_of(state, value) for value in (*found, *unknown))
    if needs is NO or state.grad_mode is NO:
        return machine.plain()
    certain = [state.node(tensor) for tensor in found if state.needs_grad(tensor) is not NO]
    perhaps = [machine.graph.unseen(value.key, arguments.site) for value in unknown if not value.data]
    node = machine.graph.record("a function that keeps the graph", arguments.site, certain, perhaps, MAYBE, ())
    return tensors.new(machine, arguments.site, node, MAYBE if state.grad_mode is MAYBE else needs, parts=True)


def _detached(machine: Machine, value: Value, arguments: Arguments) -> Value:
    """The same without a graph: tensors, and tuples of them."""
    if isinstance(value, Tensor):
        return tensors.data(machine, arguments.site, "detach", value.shape)
    if isinstance(value, Sequence):
        return Sequence(tuple(_detached(machine, item, arguments) for item in value.items), value.fields)
    return machine.plain() if value is not NONE else NONE
