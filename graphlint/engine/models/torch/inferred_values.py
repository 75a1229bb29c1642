"""Unknown values that are tensors by their uses."""

from __future__ import annotations

from typing import Final

from graphlint.autograd.events import Certainty, Origin, Site
from graphlint.engine.domain import path_facts, terms
from graphlint.engine.domain.state import Signal, State
from graphlint.engine.domain.term import Symbol, Term
from graphlint.engine.domain.values import MAYBE, NO, NONE, Constant, Sequence, Tensor, Unknown, Value
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.models.torch import module_instances, optimizers
from graphlint.engine.operations import tensors
from graphlint.project.file_summary import UsedAs

_KEYWORDS_OF_BACKWARD: Final = frozenset(("gradient", "retain_graph", "retain_variables", "create_graph", "inputs"))


def backward_of_unknown(machine: Machine, state: State, receiver: Unknown, arguments: Arguments) -> Value:
    """Call `backward` on an unknown value.

    With a tensor that has a graph as argument, the receiver is an engine that backpropagates through it (accelerator.backward(loss)),
    unless the receiver was computed from tensors, or is an element of an iteration: then the argument is the initial gradient. Otherwise,
    if the call returns, the receiver is a tensor with a graph of which nothing else is known. A call with a keyword that `Tensor.backward`
    never had is one of another class.
    """
    is_engine = not is_computed(machine, receiver.symbol) and type(receiver.symbol) is not terms.Element
    first = arguments.positional[0] if arguments.positional and is_engine else None
    if isinstance(first, Unknown):
        if first.graph is NO:
            return machine.unknown()
        first = inferred_tensor(machine, state, first, arguments.site)
    if isinstance(first, Tensor) and state.needs_grad(first) is not NO:
        rest = Arguments(arguments.positional[1:], arguments.keywords, arguments.site)
        machine.call_method(state, first, "backward", rest)
        return Constant(None)
    if is_number(machine, receiver.symbol) or any(map(_is_plain_number, arguments.positional[:1])):
        # A weighted sum to which this path has added no loss: neither a tensor, nor the gradient of one.
        state.signal = Signal.RAISE
        return NONE
    if not _KEYWORDS_OF_BACKWARD.issuperset(arguments.keywords):
        return unresolved_calls.unknown_call(machine, state, arguments, receiver)
    tensor = inferred_tensor(machine, state, receiver, arguments.site)
    result = machine.call_method(state, tensor, "backward", arguments)
    return result if isinstance(result, Constant) else machine.unknown()


def is_number(machine: Machine, key: Symbol) -> bool:
    """Return True for a computation with numbers and with parameters whose defaults are numbers: PyTorch computes no part of it."""
    return isinstance(key, terms.OperationSymbol) and all(
        isinstance(operand, terms.ConstantSymbol) or _is_number_by_default(machine, operand) or is_number(machine, operand)
        for operand in (key.left, key.right)
    )


def _is_plain_number(value: Value) -> bool:
    return isinstance(value, Constant) and isinstance(value.value, int | float) and not isinstance(value.value, bool)


def _is_number_by_default(machine: Machine, key: Symbol) -> bool:
    default = machine.value_facts.defaults.get(key)
    return default is not None and isinstance(default.value, int | float)


def is_computed(machine: Machine, key: Symbol) -> bool:
    """Return True if a value is, is part of, or is computed from the result of an unresolved call that received tensors."""
    if isinstance(key, Term) and any(is_computed(machine, part) for part in key.symbols()):
        return True
    return key in machine.graph.unresolved.from_tensors


def inferred_tensor(machine: Machine, state: State, value: Unknown, site: Site) -> Tensor:
    """Return the tensor that an unknown value is because the program backpropagates it; its graph is that of the value.

    An attribute of an unresolved object may be another tensor at each read, although its symbol is the same (`domain.term`), and so may a
    value computed from it. Only the same read yields the same tensor.
    """
    if not _may_have_changed(state, value.symbol):
        node = machine.graph.unresolved.node(machine.graph, value.symbol, site, Origin.UNRESOLVED_CALL)
        tensor = tensors.new(machine, site, node, MAYBE, leaf=MAYBE, parts=True)
        state.known[value.symbol] = tensor
        return tensor
    known = state.facts.obtained.get(path_facts.LastRead(value.symbol))
    if isinstance(known, Sequence) and known.items[0] is value and isinstance(known.items[1], Tensor):
        return known.items[1]
    below = machine.graph.unresolved.node_or_none(machine.graph, value.symbol)
    node = machine.graph.record(Origin.UNRESOLVED_CALL, site, (), () if below is None else (below,), MAYBE, ())
    tensor = tensors.new(machine, site, node, MAYBE, leaf=MAYBE, parts=True)
    state.facts.obtained[path_facts.LastRead(value.symbol)] = Sequence((value, tensor))
    return tensor


def differentiated_leaf(machine: Machine, state: State, value: Unknown, needs: Certainty, site: Site) -> Tensor:
    """Return the leaf that an unknown value without a graph becomes because the program sets `requires_grad`."""
    tensor = tensors.leaf(machine, site, needs=needs)
    if not _may_have_changed(state, value.symbol):
        state.known[value.symbol] = tensor
    return tensor


def _may_have_changed(state: State, key: Symbol) -> bool:
    """Return True if a value of this key may differ from an earlier one: it is, or is computed from, an attribute or a global."""
    if path_facts.Changed(key) in state.facts.possible:
        return True
    if not isinstance(key, Term):
        return False
    return isinstance(key, terms.AttributeSymbol | terms.FieldSymbol | terms.Name) or any(
        _may_have_changed(state, part) for part in key.symbols()
    )


def named(machine: Machine, state: State, value: Value, name: str, layer: bool = False, path: str = "") -> Value:
    """Return the value of an assignment to a name: if it is unknown, its kind follows from the uses of the name in the file.

    The file is the one at `path`, by default that of the current function.

    An instance of a class of another library that a module stores and calls is a layer of the module.
    """
    if not isinstance(value, Unknown) or value.graph is Certainty.NO:
        return value
    path = path or machine.frame.code.path
    kind = machine.evidence.kind(path, name)
    if kind is UsedAs.MODULE or (layer and type(value.symbol) is terms.InstanceSymbol and machine.evidence.called(path, name)):
        return module_instances.opaque(machine, state, value)
    if kind is UsedAs.OPTIMIZER:
        return optimizers.opaque(machine, state, value)
    is_instance = type(value.symbol) is terms.InstanceSymbol
    return Unknown(value.symbol, value.graph, name, value.data) if is_instance or not value.name else value
