"""Functions that construct tensors: factories, torch.tensor, Variable and Parameter."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from graphlint.autograd import operations as table
from graphlint.autograd.events import BecameLeaf, NoGraph, OldApi, OldApiUse, Site
from graphlint.engine.domain import python_numbers, shapes
from graphlint.engine.domain.state import State
from graphlint.engine.domain.tensor_history import DetachPoint
from graphlint.engine.domain.values import MAYBE, NO, NONE, YES, Constant, Ref, Sequence, Tensor, Unknown, Value
from graphlint.engine.facts import conditions, dependencies
from graphlint.engine.machine.arguments import Arguments, Spelling
from graphlint.engine.machine.machine import Machine
from graphlint.engine.models.python import iteration
from graphlint.engine.models.torch import tensor_attributes, tensor_methods
from graphlint.engine.operations import conversions, copied_leaves, recording, tensors
from graphlint.engine.retention.held_graphs import tensors_with_graph
from graphlint.ir.facts.function_facts import DefinitionKind

SIZED: Final = frozenset(["zeros", "ones", "rand", "randn", "empty", "randint", "full", "normal"])


FACTORIES: Final[frozenset[str]] = SIZED | frozenset(
    (
        "arange linspace logspace eye randperm zeros_like ones_like rand_like randn_like empty_like full_like randint_like from_numpy "
        "multinomial tril_indices triu_indices hann_window hamming_window frombuffer empty_strided complex polar "
        "scalar_tensor"
    ).split()
)


MEASURED: Final = frozenset(("zeros", "ones", "rand", "randn", "empty", "eye", "arange", "randperm"))
"""Factories of which all positional arguments are sizes or bounds."""


def _made(
    machine: Machine, state: State, arguments: Arguments, shape: tuple[int | None, ...] | None, like: Value | None = None
) -> Value:  # fmt: skip
    """Return the tensor of a factory: data, or a leaf if it requires grad; dtype and device are those of `like`."""
    needs = tensor_methods.wants_grad(machine, state, arguments)
    dtype = arguments.keywords.get("dtype")
    short: str | None = conversions.type_named(getattr(dtype, "name", "")) if dtype is not None else ""
    device = conversions.device_of(arguments.keywords.get("device"))
    if isinstance(like, Tensor):
        short, device = short if dtype is not None else like.dtype, device or like.device
    elif isinstance(like, Unknown) and like.graph is not NO:
        # The value may be a tensor of any dtype on any device.
        short = short if dtype is not None else None
    else:
        device = device or conversions.CPU
    if needs is NO:
        tensor = tensors.data(machine, arguments.site, NoGraph.DATA, shape)
        machine.graph.leaves.created.add(tensor.number)
        return replace(tensor, inference=state.inference, dtype=short, device=device)
    return replace(tensors.leaf(machine, arguments.site, shape=shape, needs=needs), dtype=short, device=device)


def factory(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    short = name.rsplit(".", 1)[-1]
    if short in MEASURED:
        machine.graph.unresolved.use_as_sizes(arguments.positional)
    shape = None
    if short in ("zeros", "ones", "rand", "randn", "empty"):
        shape = shapes.sizes(arguments.positional) if arguments.positional else None
    elif short in ("randint", "full", "normal"):
        size = arguments.keywords.get("size") or next((value for value in arguments.positional if isinstance(value, Sequence)), None)
        shape = shapes.sizes((size,)) if size is not None else None
    elif short.endswith("_like") and arguments.positional:
        shape = shapes.of(arguments.positional[0])
    elif short in ("arange", "linspace", "randperm"):
        shape = (shapes.MANY,)
    return _made(machine, state, arguments, shape, arguments.get(0, "input") if short.endswith("_like") else None)


def normal(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    """Model `torch.normal`: data for numbers; for tensors, a sample that depends on their graph, though its gradient is zero."""
    sized = "size" in arguments.keywords or any(isinstance(value, Sequence) for value in arguments.positional)
    if sized or all(isinstance(value, Constant) for value in arguments.all()):
        return factory(machine, state, name, arguments)
    return tensor_methods.operation_call(machine, state, table.operations()["normal"], arguments)


def tensor(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    """Model `torch.tensor` and `as_tensor`: the result is detached from its argument."""
    value = arguments.get(0, "data") or NONE
    held = tensors_with_graph(state, value)
    if name == "torch.as_tensor" and isinstance(value, Tensor):
        return value
    shape: tuple[int | None, ...] | None = None
    if isinstance(value, Constant):
        shape = ()
    elif isinstance(value, Ref) and value.kind == "list" and state.get(value.number).exact:
        items = state.get(value.number).items
        shape = (len(items),) if all(isinstance(item, Constant) for item in items) else (shapes.MANY,) if len(items) > 1 else None
    result = _made(machine, state, arguments, shape, value)
    if isinstance(result, Tensor) and name == "torch.from_numpy":
        result = replace(result, dtype=None, device=conversions.CPU)
    if isinstance(result, Tensor) and held:
        recording.record_detach_point(machine, state, result.number, value, NoGraph.COPY, name, arguments.site)
        _expect_grad(machine, state, result, machine.graph.detach_points.of_tensors[result.number])
    elif isinstance(result, Tensor):
        result = _from_numbers(machine, state, result, value)
        if isinstance(value, Unknown):
            machine.graph.leaves.created.discard(result.number)
    if isinstance(result, Tensor):
        if not held:
            _note_leaf(machine, state, result, value, arguments.site)
        if held or python_numbers.is_number(value):
            return replace(result, reason=NoGraph.COPY)
    return result


def _note_leaf(machine: Machine, state: State, leaf: Tensor, value: Value, site: Site) -> None:
    """Record that a copy of values that may have a graph requires grad: a loss of it reaches no parameter on which they depend."""
    if leaf.needs is YES and state.node(leaf):
        nodes = dependencies.nodes_in(machine, state, (value,))
        if nodes or isinstance(value, Unknown):
            copied_leaves.note(machine, BecameLeaf(site, machine.context, state.node(leaf), tuple(nodes)))


def _from_numbers(machine: Machine, state: State, result: Tensor, value: Value) -> Tensor:
    """Return a tensor created from numbers, and record its detach point if these were read from tensors with a graph."""
    inside = iteration.elements_of(machine, state, value)[0] if isinstance(value, Ref | Sequence) else ()
    for item in (value, *inside):
        cut = (
            machine.graph.detach_points.of_tensors.get(item.symbol) if isinstance(item, Unknown) and isinstance(item.symbol, int) else None
        )
        if cut is not None:
            # The statement that read the number is the detach point.
            _expect_grad(machine, state, result, cut)
            return replace(result, reason=NoGraph.COPY)
    return result


def _expect_grad(machine: Machine, state: State, result: Tensor, cut: DetachPoint) -> None:
    """Record the detach point of a copy; if the copy requires grad, the graph of a loss computed from it ends there."""
    cut = machine.graph.detach_points.of_tensors[result.number] = replace(cut, expects_grad=result.needs is YES)
    if cut.expects_grad and state.node(result):
        machine.graph.emit(cut.used_in(state.node(result)))


def _passed_by_caller(machine: Machine, state: State, value: Value) -> Spelling | None:
    """Return the call that passes a value to the current function; None if the function spells it, even as a default, or also uses it
    for something else: a flag of the phase."""
    code, context = machine.frame.code, machine.context
    if not context.calls or not (code.facts.kind.is_function or code.facts.kind is DefinitionKind.LAMBDA):
        return None
    scope = state.heap[machine.frame.scope].fields
    received = next((item.name for item in code.parameters if scope.get(item.name) is value), None)
    if received is None or received in code.facts.true_by_default or code.facts.reads.get(received, 0) > 1:
        return None
    outer = context._replace(calls=context.calls[:-1], functions=context.functions[:-1])
    return Spelling(value, context.calls[-1], outer)


def variable(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    """Model `Variable(x)`: a new tensor on the same storage, detached from x (probed)."""
    value = arguments.get(0, "data") or machine.unknown()
    volatile = arguments.keywords.get("volatile")
    machine.graph.emit(OldApiUse(arguments.site, machine.context, OldApi.VARIABLE))
    if volatile is not None and conditions.decide(machine, state, volatile) is True:
        # A wrapper that forwards its keyword arguments is correct for other callers: the caller's spelling is reported.
        spelling = arguments.forwarded.get("volatile") or _passed_by_caller(machine, state, volatile)
        site, context = (arguments.site, machine.context) if spelling is None else (spelling.site, spelling.context)
        machine.graph.emit(OldApiUse(site, context, OldApi.VOLATILE))
    needs = tensor_methods.wants_grad(machine, state, arguments)
    if isinstance(value, Tensor):
        cut = machine.graph.detach_points.of_tensors.get(value.number)
        result = (
            tensor_attributes.detach(machine, state, value, arguments.site, NoGraph.VARIABLE)
            if state.needs_grad(value) is not NO
            else value
        )
        if isinstance(result, Tensor) and cut is not None and cut.reason is NoGraph.DATA_ATTRIBUTE:
            machine.graph.detach_points.of_tensors[result.number] = replace(
                cut, site=arguments.site, reason=NoGraph.VARIABLE, api=NoGraph.VARIABLE.value
            )
        if needs is NO:
            return result
        result = tensors.leaf(machine, arguments.site, shape=value.shape, needs=needs)
        if state.needs_grad(value) is MAYBE:
            _note_leaf(machine, state, result, value, arguments.site)
        elif needs is YES and state.needs_grad(value) is NO:
            computed = value.reason is not NoGraph.DATA or value.number not in machine.graph.leaves.created
            nodes = cut.nodes if cut is not None else ()
            copied_leaves.note(machine, BecameLeaf(arguments.site, machine.context, state.node(result), nodes, computed))
        return replace(result, storage=value.storage, dtype=value.dtype, device=value.device)
    if needs is YES:
        result = tensors.leaf(machine, arguments.site)
        _note_leaf(machine, state, result, value, arguments.site)
        return result
    return value


def parameter(machine: Machine, state: State, name: str, arguments: Arguments) -> Value:
    value = arguments.get(0, "data")
    flag = arguments.get(1, "requires_grad")
    needs = YES if flag is None else conditions.certainty(machine, state, flag)
    shape = shapes.of(value) if isinstance(value, Tensor) else None
    result = tensors.leaf(machine, arguments.site, parameter=True, shape=shape, needs=needs)
    return replace(result, dtype=value.dtype, device=value.device) if isinstance(value, Tensor) else result
