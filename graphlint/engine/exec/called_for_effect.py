"""Calls of unresolved methods whose result the statement discards: the program calls them for their effect.

A method of a module, or of an object that holds an optimizer, may reset the gradients that it can reach, as a method `zero_grads` does. A
method whose result is used is presumed to compute it.
"""

from __future__ import annotations

from graphlint.autograd.events import Origin, Site
from graphlint.autograd.presumptions import Presumption
from graphlint.engine.domain import presumed_gradients, terms
from graphlint.engine.domain.state import State
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.values import Tensor, Unknown, Value
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import leaf_gradients


def may_reset(machine: Machine, state: State, receiver: Value, result: Value, site: Site) -> None:
    """Apply the effects on gradients of a method call at this site that returned this result."""
    if isinstance(result, Tensor):
        node = machine.graph.nodes.get(state.node(result)) if result.parts else None
        of_call = node is not None and node.origin is Origin.UNRESOLVED_CALL and node.site == site
        if node is not None and of_call and machine.graph.presumes(Presumption.COMPUTATIONS):
            # The result depends on the parameters of the module, which are those that its method reaches.
            leaf_gradients.doubt(state, set(machine.graph.reach((node.number,)).all))
    elif isinstance(result, Unknown) and isinstance(receiver, Unknown):
        reached = [number for number in state.optimizer_gradients if _is_part(state.heap[number].optimizer.symbol, receiver.symbol)]
        if reached and machine.graph.presumes(Presumption.COMPUTATIONS):
            presumed_gradients.doubt_those(state, reached)


def _is_part(symbol: Symbol | None, holder: Symbol) -> bool:
    """Return True if a value is read from an object, through attributes and items."""
    while isinstance(symbol, terms.AttributeSymbol | terms.Item):
        symbol = symbol.of
        if symbol == holder:
            return True
    return False
