"""Methods that an expression statement reads without calling: `model.eval`.

The name shows the intention, whatever the class of the receiver, and whether or not a path reaches the statement. Only a path on which the
attribute is not a method (a property, a number) refutes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from graphlint.autograd.events import Cause, Context, Discarded, DiscardedResult, Site
from graphlint.engine.domain import class_lookup, havoc_log
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Bound, Class, Each, Method, Ref, Tensor, Unknown, Value
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import ownership
from graphlint.ir.instructions import Drop
from graphlint.project.effect_names import SWITCHES_AND_STEPS

OF_KIND: Final = {
    "module": frozenset(("eval", "train", "zero_grad", "requires_grad_")),
    "optimizer": frozenset(("step", "zero_grad")),
    "tensor": frozenset(("backward",)),
}
"""Methods that are called for their effect, by the kind of their receiver."""


def check(machine: Machine, state: State, instruction: Drop, value: Value) -> None:
    """Report an expression statement that reads a method without calling it, or record that the attribute is not a method."""
    site, name = machine.site(instruction.at), instruction.attribute
    if isinstance(value, Method):
        receiver = value.receiver
        kind = receiver.kind if isinstance(receiver, Ref) else "tensor" if isinstance(receiver, Tensor | Each) else ""
        if value.name in OF_KIND.get(kind, ()) and not _is_test(machine, site):
            machine.graph.emit(_event(machine, state, value.name, receiver, site))
            if value.name == "backward":
                _note_intended_backward(machine, state, receiver)
    elif name in SWITCHES_AND_STEPS:
        if _is_other(machine, state, instruction, value):
            machine.code_facts.no_methods.add(site)
        elif not _is_test(machine, site):
            machine.graph.emit(DiscardedResult(site, machine.context, name, Discarded.METHOD, known=False))


def _event(machine: Machine, state: State, name: str, receiver: Value, site: Site) -> DiscardedResult:
    """Return the event of a method that is not called, with what its call would have concerned."""
    nodes = tuple(node for tensor in _tensors(receiver) if (node := state.node(tensor)))
    objects: list[Ref] = []
    parameters: Iterable[Tensor] = ()
    if isinstance(receiver, Ref) and receiver.kind == "module":
        objects, parameters = [receiver, *ownership.submodules(machine, state, receiver)], ownership.leaves(machine, state, receiver)
    elif isinstance(receiver, Ref):
        objects, parameters = [receiver], ownership.owned_by(state, receiver)[0]
    leaves = frozenset(node for tensor in parameters if (node := state.node(tensor)))
    numbers = frozenset(ref.number for ref in objects)
    return DiscardedResult(site, machine.context, name, Discarded.METHOD, nodes, True, numbers, leaves)


def _tensors(value: Value) -> tuple[Tensor, ...]:
    return value.tensors if isinstance(value, Each) else (value,) if isinstance(value, Tensor) else ()


def _note_intended_backward(machine: Machine, state: State, receiver: Value) -> None:
    """Record that a backward pass was intended: the graph is not built in vain, and its absence is one mistake."""
    graph = machine.graph
    nodes = graph.reach(node for tensor in _tensors(receiver) if (node := state.node(tensor))).all
    havoc_log.may_use(graph, machine.here(), Cause.INTENDED, nodes)


def of_file(machine: Machine, path: str, noted: set[Site]) -> Iterator[DiscardedResult]:
    """Yield an event for each such statement of a file, unless the module's code has one or a run has shown that it is not a method.

    A run of a function may have an event for it, too: callers in other files replace that run, whether or not they reach the statement.

    Args:
        machine: the machine of the file's runs.
        noted: the statements for which the run of the module's code has an event.
    """
    for item in machine.evidence.uncalled(path):
        site = Site(path, *item.at)
        if not item.is_test and site not in noted and site not in machine.code_facts.no_methods:
            yield DiscardedResult(site, Context(functions=item.functions), item.name, Discarded.METHOD, known=False)


def _is_test(machine: Machine, site: Site) -> bool:
    """Return True if a statement tests for the existence of an attribute."""
    return any(item.is_test and item.at == site[1:] for item in machine.evidence.uncalled(site.path))


def _is_other(machine: Machine, state: State, instruction: Drop, value: Value) -> bool:
    """Return True if the value of an attribute shows that it is not a method."""
    if isinstance(value, Bound):
        return False
    if not isinstance(value, Unknown):
        return True
    receiver = machine.value(state, instruction.receiver) if instruction.receiver is not None else None
    if not isinstance(receiver, Ref):
        return False
    obj = state.get(receiver.number)
    own = class_lookup.attribute(state, obj.type, instruction.attribute) if isinstance(obj.type, Class) else None
    return own is not None or instruction.attribute in obj.fields
