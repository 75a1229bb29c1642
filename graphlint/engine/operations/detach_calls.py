"""Calls of `detach()` on values that may have a graph.

No rule reads them. The proof of a fix does: the analysis knows less of a value after a method call, so that a finding may disappear
although the fix detaches a list of devices.
"""

from __future__ import annotations

from graphlint.autograd.events import DetachCall, Site
from graphlint.engine.domain import terms
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NO, Each, Ref, Tensor, Unknown, Value
from graphlint.engine.machine.machine import Machine


def note(machine: Machine, state: State, receiver: Value, site: Site) -> None:
    """Emit an event if the receiver of `detach()` may have a graph."""
    if _may_have_graph(machine, state, receiver):
        machine.graph.emit(DetachCall(site, machine.context))


def _may_have_graph(machine: Machine, state: State, value: Value) -> bool:
    if isinstance(value, Tensor | Each):
        tensors = value.tensors if isinstance(value, Each) else (value,)
        return any(state.node(tensor) and state.needs_grad(tensor) is not NO for tensor in tensors)
    if not isinstance(value, Unknown):
        return isinstance(value, Ref) and value.kind not in ("module", "optimizer")
    if value.graph is NO or value.data:
        return False
    # Nothing shows that what an object holds under a name is a tensor, unless a graph was built from it.
    is_read_by_name = isinstance(value.symbol, terms.AttributeSymbol | terms.FieldSymbol)
    return not is_read_by_name or machine.graph.unresolved.node_or_none(machine.graph, value.symbol) is not None
