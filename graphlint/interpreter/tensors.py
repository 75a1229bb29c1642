"""Tensors: making them, operations on them and what these save, in-place changes, attributes."""

from __future__ import annotations

from collections.abc import Hashable
from collections.abc import Sequence as Items
from dataclasses import replace

from graphlint.autograd import operations as table
from graphlint.autograd.events import (
    Certainty,
    Contribution,
    Detached,
    Event,
    GradRead,
    Misuse,
    Rewrapped,
    Site,
    ZeroGrad,
)
from graphlint.interpreter import (
    calls,
    conditions,
    errors,
    leaf_gradients,
    presumed,
    recording,
    shapes,
    tensor_methods,
)
from graphlint.interpreter.keys import is_text, key_of
from graphlint.interpreter.machine import Arguments, Machine, Outcome
from graphlint.interpreter.state import State
from graphlint.interpreter.values import MAYBE, NO, NONE, YES, Api, Constant, Each, Method, Ref, Sequence, Shape, Tensor, Unknown, Value


def new(
    machine: Machine, site: Site | None, node: int = 0, needs: Certainty = NO, *, leaf: Certainty = NO, reason: str = "",
    shape: Shape = None, storage: int = 0, family: int = 0, **more: object,
) -> Tensor:  # fmt: skip
    """A new tensor, with a storage of its own unless one is given."""
    number = machine.graph.number()
    return Tensor(number, node, storage or number, family or number, needs, leaf, site, reason, shape, **more)  # type: ignore[arg-type]


def data(machine: Machine, site: Site, reason: str = "data", shape: Shape = None) -> Tensor:
    """A tensor without a graph."""
    return new(machine, site, leaf=YES, reason=reason, shape=shape)


def leaf(machine: Machine, site: Site, *, parameter: bool = False, shape: Shape = None, needs: Certainty = YES) -> Tensor:
    """A leaf that requires grad."""
    return new(machine, site, machine.graph.leaf(site), needs, leaf=YES, parameter=parameter, shape=shape)


def origin(machine: Machine, site: Site) -> Event:
    """A place to which a report refers: where a graph was lost."""
    return Event(site, machine.context)


def unseen(machine: Machine, state: State, site: Site, nodes: Items[int]) -> Tensor:
    """What a call not at hand returned, that was given values with these nodes."""
    node = machine.graph.record("unknown", site, (), nodes, MAYBE, ())
    return new(machine, site, node, MAYBE, leaf=MAYBE, parts=True)


def item_of(machine: Machine, state: State, value: Tensor | Each, key: Value, site: Site) -> Outcome:
    """value[key]: a view for plain indices, a copy for a tensor of indices."""
    if isinstance(value, Tensor) and value.parts:
        return part(machine, state, value, ("item", key_of(key)))
    if isinstance(value, Tensor) and value.reason == ".data" and value.shape == () and isinstance(key, Constant) and key.value == 0:
        errors.removed_spelling(machine, state, Misuse(site, machine.context, "data_index"))
        return tensor_methods.call(machine, state, value, "item", Arguments((), {}, site))
    parts = key.items if isinstance(key, Sequence) and not key.fields else (key,)
    indexed = any(isinstance(item, Tensor) or (isinstance(item, Ref) and item.kind == "list") for item in parts)
    unsure = any(isinstance(item, Unknown) and (item.graph is not NO or item.data) for item in parts)
    entry = table.operations()["getitem_index" if indexed else "getitem_view"]
    result = recording.apply(machine, state, entry, [("input", value)], site, shape=shapes.indexed(value, parts))
    return replace(result, view=False) if unsure and isinstance(result, Tensor) else result


def part(machine: Machine, state: State, value: Tensor, key: Hashable, how: str = "part") -> Value:
    """An item or attribute of what an opaque call returned: the same each time it is taken, and hung on the same call."""
    if state.without_graph(value):
        return Unknown(("part", value.number, key), NO, data=True)
    known = state.facts.get(("part", value.number, key))
    if known is not None:
        return known
    if value.how == "many":
        return replace(value, number=machine.graph.number(), parts=False, how="", shape=None)
    node = state.node(value)
    below = machine.graph.nodes.get(node)
    if below is None:
        # What a call returned that may have no graph at all: the part has one as little, or as much.
        inner = machine.graph.record("unknown", _made(machine, value), (), (), MAYBE, ())
    else:
        inner = machine.graph.record(how, below.site, below.inputs, (*below.maybe, node), below.saves, below.saved)
    made = replace(
        value, number=machine.graph.number(), node=inner, storage=machine.graph.number(), family=machine.graph.number(), shape=None
    )
    state.facts[("part", value.number, key)] = made
    return made


def replace_part(state: State, value: Tensor, key: Constant, item: Value) -> None:
    """Store an item in what an opaque call returned."""
    state.facts["part", value.number, ("item", key_of(key))] = item


def has_named_part(state: State, value: Tensor) -> bool:
    """Test whether what an unresolved call returned was read by an attribute or by a key that is a text: no tensor has such parts."""
    keys = (key[2] for key in state.facts if isinstance(key, tuple) and key[:2] == ("part", value.number))
    named = (key for key in keys if isinstance(key, tuple))
    return any(key[0] == "attribute" or (key[0] == "item" and is_text(key[1])) for key in named)


def _made(machine: Machine, value: Tensor) -> Site:
    """Where a tensor was made."""
    return value.made or Site(machine.frame.code.path, 0, 0, 0, 0)


def row(machine: Machine, state: State, value: Tensor) -> Value:
    """The element of an iteration over a tensor."""
    if value.parts:
        return part(machine, state, value, ("row", machine.graph.number()))
    site = _made(machine, value)
    shape = value.shape[1:] if value.shape else None
    return recording.apply(machine, state, table.operations()["getitem_view"], [("input", value)], site, shape=shape)


def method(machine: Machine, state: State, receiver: Tensor | Each, name: str, arguments: Arguments) -> Outcome:
    """A method of a tensor."""
    return tensor_methods.call(machine, state, receiver, name, arguments)


def backward_of_unknown(machine: Machine, state: State, receiver: Unknown, arguments: Arguments) -> Value:
    """`.backward()` on what is not known.

    Given a tensor with a graph, it is an engine that backpropagates through it (accelerator.backward(loss)), unless it was computed from
    tensors: then the argument is the gradient to start from, and is not backpropagated through. Else, if it returns, what it was called on
    had a graph, of which nothing else is known.
    """
    first = arguments.positional[0] if arguments.positional and not is_computed(machine, receiver.key) else None
    if isinstance(first, Unknown):
        if first.graph is NO:
            return machine.unknown()
        first = taken_for_tensor(machine, state, first, arguments.site)
    if isinstance(first, Tensor) and state.needs_grad(first) is not NO:
        rest = Arguments(arguments.positional[1:], arguments.keywords, arguments.site)
        tensor_methods.call(machine, state, first, "backward", rest)
        return Constant(None)
    made = taken_for_tensor(machine, state, receiver, arguments.site)
    result = tensor_methods.call(machine, state, made, "backward", arguments)
    return result if isinstance(result, Constant) else machine.unknown()


def is_computed(machine: Machine, key: Hashable) -> bool:
    """Test whether an unresolved call that received tensors returned a value, or what it is a part of or was computed from."""
    if isinstance(key, tuple) and any(is_computed(machine, part) for part in key):
        return True
    return key in machine.graph.computed


def taken_for_tensor(machine: Machine, state: State, value: Unknown, site: Site) -> Tensor:
    """An unknown value that is walked is a tensor, with whatever graph it hangs on.

    An attribute of an unresolved object may be another tensor whenever it is read, and so may what is computed from it: only a value that
    has been read once is the same tensor.
    """
    if not _may_have_changed(state, value.key):
        made = new(machine, site, machine.graph.unseen(value.key, site, "unknown"), MAYBE, leaf=MAYBE, parts=True)
        state.facts[value.key] = made
        return made
    known = state.facts.get(("read", value.key))
    if isinstance(known, Sequence) and known.items[0] is value and isinstance(known.items[1], Tensor):
        return known.items[1]
    below = machine.graph.unseen_of(value.key)
    node = machine.graph.record("unknown", site, (), () if below is None else (below,), MAYBE, ())
    made = new(machine, site, node, MAYBE, leaf=MAYBE, parts=True)
    state.facts["read", value.key] = Sequence((value, made))
    return made


def _may_have_changed(state: State, key: Hashable) -> bool:
    """Return True if a value of this key may differ from an earlier one: it is, or is computed from, an attribute or a global."""
    if ("changed", key) in state.facts:
        return True
    if not isinstance(key, tuple):
        return False
    return key[:1] in (("attribute",), ("field",), ("name",)) or any(_may_have_changed(state, part) for part in key)


def note_detach(machine: Machine, state: State) -> None:
    """Record that the inputs of the forward passes under way may be detached before they reach the result.

    Args:
        machine: the machine.
        state: the path on which that is so.
    """
    for number in machine.graph.forwards:
        state.facts[may_detach(number)] = NONE


def may_detach(number: int) -> tuple[str, int]:
    """The fact that the inputs of a forward pass may be detached before they reach its result.

    Args:
        number: the number of the pass.
    """
    return ("may detach", number)


def detach(machine: Machine, state: State, value: Tensor | Each, site: Site, how: str, shares_version: bool = True) -> Value:
    """The same values without their graph."""
    tensors_ = value.tensors if isinstance(value, Each) else (value,)
    nodes = tuple(node for item in tensors_ if (node := state.node(item)) and state.needs_grad(item) is not NO)
    if nodes and not all(item.parameter for item in tensors_):
        machine.graph.emit(Detached(site, machine.context, nodes, how))
        note_detach(machine, state)
    first = tensors_[0]
    storage = first.storage if shares_version else 0
    if first.parts and not isinstance(value, Each):
        return new(machine, site, leaf=YES, reason=how, parts=True, storage=storage)
    made = new(machine, site, leaf=YES, reason=how, shape=first.shape, storage=storage, inference=first.inference)
    if nodes and any(state.needs_grad(item) is YES for item in tensors_):
        machine.graph.cuts[made.number] = Rewrapped(site, machine.context, how, nodes, deliberate=True)
    return made


def attribute(machine: Machine, state: State, value: Tensor | Each, name: str, site: object) -> Value:
    """An attribute of a tensor."""
    first = value.tensors[0] if isinstance(value, Each) else value
    assert isinstance(site, Site)
    if name == "grad":
        return _gradient(machine, state, value, site)
    if name == "data":
        machine.graph.emit(Misuse(site, machine.context, "data"))
        if first.parts and not first.parameter:
            return (
                part(machine, state, first, "data")
                if state.needs_grad(first) is MAYBE
                else detach(machine, state, value, site, ".data", False)
            )
        return detach(machine, state, value, site, ".data", False)
    if name in ("T", "mT", "H", "mH", "real", "imag"):
        return recording.apply(machine, state, table.operations()["t"], [("input", value)], site, shape=shapes.turned(first.shape))
    if name in ("requires_grad", "is_leaf", "grad_fn"):
        return _place_in_graph(state, first, name)
    if name in (
        "shape",
        "dtype",
        "device",
        "ndim",
        "is_cuda",
        "is_sparse",
        "names",
        "layout",
        "itemsize",
        "nbytes",
        "_version",
    ):
        return Unknown(("tensor attribute", first.number, name), NO, f".{name}")
    if first.parts:
        return part(machine, state, first, ("attribute", name))
    return Method(value, name)


def _place_in_graph(state: State, tensor: Tensor, name: str) -> Value:
    """What a tensor says of its graph: requires_grad, is_leaf, grad_fn. What is not known stays as it is once it is decided on a path."""
    needs = state.needs_grad(tensor)
    leaf = YES if needs is NO else state.is_leaf(tensor)
    if name == "requires_grad":
        known = needs
    elif name == "is_leaf":
        known = leaf
    else:
        known = NO if leaf is YES else needs if leaf is NO else MAYBE
    if known is MAYBE:
        key = "exists" if name == "grad_fn" else name
        return Unknown((key, tensor.number, state.node(tensor)), NO, f".{name}")
    if name == "grad_fn":
        return Api("torch.autograd.graph.Node") if known is YES else NONE
    return Constant(known is YES)


def _gradient(machine: Machine, state: State, value: Tensor | Each, site: Site) -> Value:
    """x.grad: read on a non-leaf, it is None."""
    first = value.tensors[0] if isinstance(value, Each) else value
    if isinstance(value, Each):
        gradients = [_gradient(machine, state, leaf_, site) for leaf_ in value.tensors]
        return Each(tuple(item for item in gradients if isinstance(item, Tensor)))
    if isinstance(value, Tensor) and not value.parts and state.needs_grad(value) is YES:
        retained = machine.graph.may_retain_gradient(state.node(value))
        machine.graph.emit(GradRead(site, machine.context, state.is_leaf(value), value.made, value.how, retained, state.node(value)))
    stored = state.facts.get(("gradient", first.number))
    if stored is not None:
        return stored
    nonleaf = isinstance(value, Tensor) and not value.parts and state.needs_grad(value) is YES and state.is_leaf(value) is NO
    if nonleaf and not machine.graph.may_retain_gradient(state.node(first)):
        return NONE
    double = machine.graph.double_backwards
    roots = [root for mark in state.gradients.get(state.node(first), ()) for root in double.get(abs(mark.backward), ())]
    machine.graph.leaves[first.number] = first
    if roots and state.grad_mode is YES:
        node = machine.graph.gradient(site, roots, {state.node(first)})
        return new(machine, site, node, YES, leaf=NO, shape=first.shape)
    return data(machine, site, f"gradient of {first.number}", first.shape)


def assign(machine: Machine, state: State, holder: Tensor | Each, name: str, value: Value, site: Site) -> None:
    """holder.name = value on a tensor: requires_grad, grad, data."""
    for tensor in holder.tensors if isinstance(holder, Each) else (holder,):
        if name == "requires_grad":
            require(machine, state, tensor, conditions.decide(machine, state, value), site)
        elif name in ("grad", "_grad"):
            node = state.node(tensor)
            if isinstance(value, Constant) and value.value is None:
                unused = frozenset(mark.backward for mark in state.gradients.get(node, ()) if not mark.used and mark.backward > 0)
                machine.graph.emit(ZeroGrad(site, machine.context, frozenset((node,)), unused, "tensor"))
                state.gradients[node] = ()
                presumed.reset(state, None, site)
            elif node:
                machine.graph.emit(ZeroGrad(site, machine.context, frozenset((node,)), frozenset(), "tensor"))
                state.gradients[node] = (Contribution(-machine.graph.number(), False),)
                presumed.filled_by_hand(state)
        elif name == "data":
            machine.graph.emit(Misuse(site, machine.context, "data"))
            machine.graph.change(state, site, machine.graph.number(), "data")
            leaf_gradients.by_hand(machine, state, name, tensor, (value,), site)
        elif tensor.parts:
            state.facts[("part", tensor.number, ("attribute", name))] = value
        else:
            calls.escape(machine, state, (value,))


def require(machine: Machine, state: State, tensor: Tensor, truth: bool | None, site: Site) -> None:
    """Switch requires_grad of a tensor on or off."""
    if truth is None:
        state.needs[tensor.number] = MAYBE
    elif truth is False:
        if tensor.leaf is not NO:
            state.needs[tensor.number] = NO
    elif state.needs_grad(tensor) is not YES:
        # What was bound to the leaf's name is a leaf again: nothing is lost.
        machine.graph.rebounds.pop(tensor.number, None)
        state.needs[tensor.number] = YES
        if not state.node(tensor):
            node = machine.graph.leaf(site)
            state.leafed[tensor.number] = node
            cut = machine.graph.cuts.get(tensor.number)
            machine.graph.emit(Rewrapped(site, machine.context, "requires_grad", cut.nodes if cut is not None else (), (node,)))
