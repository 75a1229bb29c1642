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
    Fault,
    GradRead,
    Misuse,
    Raised,
    Rewrapped,
    Saved,
    Site,
    ZeroGrad,
)
from graphlint.autograd.operations import Operation, Result
from graphlint.interpreter import calls, control, keeping, optimizers, shapes, tensor_methods
from graphlint.interpreter.machine import Arguments, Machine, Outcome
from graphlint.interpreter.state import State
from graphlint.interpreter.values import MAYBE, NO, NONE, YES, Constant, Each, Method, Ref, Sequence, Shape, Tensor, Unknown, Value

ARITHMETIC = {
    "+": "add", "-": "sub", "*": "mul", "/": "div", "**": "pow", "@": "matmul", "//": "floor_divide", "%": "remainder",
}  # fmt: skip
COMPARISONS = frozenset(("==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not", "&", "|", "^", "<<", ">>"))


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


def fail(machine: Machine, state: State, raised: Raised) -> None:
    """PyTorch raises: the path ends here, and is reported unless the program is meant to raise."""
    state.signal = "raise"
    machine.graph.abandoned.update(state.live_nodes())
    caught = any(
        name.rsplit(".", 1)[-1] in control.RUNTIME_ERRORS or name in control.RAISING_MANAGERS or name == "?"
        for names in machine.catching
        for name in names
    )
    if not caught and not state.dubious:
        machine.graph.emit(raised)


def origin(machine: Machine, site: Site) -> Event:
    """A place to which a report refers: where a graph was lost."""
    return Event(site, machine.context)


def unseen(machine: Machine, state: State, site: Site, nodes: Items[int]) -> Tensor:
    """What a call not at hand returned, that was given values with these nodes."""
    node = machine.graph.record("unknown", site, (), nodes, MAYBE, ())
    return new(machine, site, node, MAYBE, leaf=MAYBE, parts=True)


def operands_of(values: Items[Value], state: State, machine: Machine) -> list[Tensor | Value]:
    """Operands with sequences of tensors spread out and groups of leaves taken one by one."""
    flat: list[Tensor | Value] = []
    for value in values:
        if isinstance(value, Each):
            flat.extend(value.tensors)
        elif isinstance(value, Sequence):
            flat.extend(operands_of(value.items, state, machine))
        elif isinstance(value, Ref) and value.kind in ("list", "generator"):
            made = state.get(value.number)
            flat.extend(operands_of(made.items, state, machine))
            if not made.exact:
                flat.append(Unknown(("rest", value.number)))
        else:
            flat.append(value)
    return flat


def needs_of(state: State, value: Value) -> Certainty:
    """Whether an operand requires grad."""
    if isinstance(value, Tensor):
        return state.needs_grad(value)
    if isinstance(value, Unknown):
        return value.graph
    return NO


def apply(
    machine: Machine, state: State, entry: Operation, named: Items[tuple[str, Value]], site: Site, *, evaluation: bool = False,
    shape: Shape = None, out_of: Tensor | None = None,
) -> Value:  # fmt: skip
    """The result of an operation: a tensor, hung on those operands that need a gradient, saving what the table says.

    Args:
        entry: the operation's line in the table.
        named: the operands by the table's input names, in order; a sequence stands under one name.
        evaluation: whether the module it belongs to is in evaluation mode.
        shape: the result's shape where the caller knows it.
        out_of: the tensor of which an in-place form makes its result.
    """
    spread = [(name, item) for name, value in named for item in operands_of((value,), state, machine)]
    if entry.result is Result.NONE:
        return data(machine, site, "an operation without a derivative", shape)
    if shape is None:
        shape = shapes.result(entry.shape, [item for _, item in spread])
    needs = machine.graph.certainty(needs_of(state, item) for _, item in spread)
    tensors_ = [item for _, item in spread if isinstance(item, Tensor)]
    base = tensors_[0] if tensors_ and entry.result is Result.VIEW else None
    storage, family = (base.storage, base.family) if base is not None else (0, 0)
    if base is not None and state.is_leaf(base) is YES and needs is YES:
        machine.graph.leaf_families.add(base.family)
    inference = state.inference or (base is not None and base.inference)
    if state.grad_mode is NO or needs is NO:
        reason, made = ("no_grad", site) if needs is not NO else _why_none(machine, tensors_, site)
        result = new(
            machine, made, leaf=YES, reason=reason, shape=shape, storage=storage, family=family, inference=inference, view=base is not None
        )
        cuts = machine.graph.cuts
        cut = next((cuts[item.number] for item in tensors_ if item.number in cuts), None) if cuts and needs is NO else None
        if cut is not None:
            cuts[result.number] = cut
        return result
    needs = MAYBE if state.grad_mode is MAYBE else needs
    wrapped = next((cut for item in tensors_ if (cut := machine.graph.cuts.get(item.number)) is not None and cut.how == "Variable"), None)
    result_storage = storage or machine.graph.number()
    saved, saves = what_is_saved(machine, state, entry, spread, evaluation, result_storage, needs, out_of)
    if saves is YES and needs is YES and _saves_inference(machine, state, entry, spread, evaluation, site):
        return machine.unknown()
    node = machine.graph.record(
        entry.name, site,
        [state.node(item) for item in tensors_ if state.needs_grad(item) is YES],
        _perhaps(machine, state, spread, site),
        saves, saved,
    )  # fmt: skip
    if wrapped is not None and wrapped.context.turns == machine.context.turns:
        machine.graph.emit(replace(wrapped, into=(node,)))
    if needs is MAYBE and all(state.needs_grad(item) is not YES for item in tensors_):
        needs = MAYBE
    elif state.grad_mode is YES:
        needs = machine.graph.certainty(needs_of(state, item) for _, item in spread)
    view_of_leaf = base is not None and state.is_leaf(base) is YES
    how = entry.name if view_of_leaf or (tensors_ and tensors_[0].leaf is YES and entry.result is not Result.NEW) else ""
    return new(
        machine, site, node, needs, leaf=NO if needs is YES else MAYBE, shape=shape, storage=result_storage, family=family,
        inference=inference, view=base is not None, how=how,
    )  # fmt: skip


def _why_none(machine: Machine, operands: Items[Tensor], site: Site) -> tuple[str, Site | None]:
    """What took the graph away from the operands of an operation that has none, and where."""
    for item in operands:
        cut = machine.graph.detached_at.get(item.family)
        if cut is not None:
            return "detach_", cut
        if item.reason not in ("", "data"):
            return item.reason, item.made
    return "data", site


def _perhaps(machine: Machine, state: State, spread: Items[tuple[str, Value]], site: Site) -> list[int]:
    """The nodes that a result may hang on."""
    found: list[int] = []
    for _, item in spread:
        if isinstance(item, Tensor):
            if state.needs_grad(item) is MAYBE:
                found.append(state.node(item))
        elif isinstance(item, Unknown) and item.graph is MAYBE:
            found.append(machine.graph.unseen(item.key, site))
    return found


def what_is_saved(
    machine: Machine, state: State, entry: Operation, spread: Items[tuple[str, Value]], evaluation: bool, result: int, needs: Certainty,
    out_of: Tensor | None,
) -> tuple[tuple[Saved, ...], Certainty]:  # fmt: skip
    """The tensors that a node keeps, and whether it surely keeps any."""
    kept = entry.eval_saves if evaluation and entry.eval_saves is not None else entry.saves
    sure: set[str] = set()
    unsure: set[str] = set()
    present = {name for name, _ in spread}
    for name, item in spread:
        need = needs_of(state, item)
        names = kept.get(name, frozenset())
        if need is YES:
            sure |= names
        elif need is MAYBE:
            unsure |= names
    saved: list[Saved] = []
    for what in sorted(sure):
        if what == "result":
            saved.append(Saved(result, state.version(result), False, what))
        elif what == "others*":
            saved.extend(Saved(item.storage, state.version(item.storage), False, what) for _, item in spread if isinstance(item, Tensor))
        elif what in present:
            for name, item in spread:
                if name == what and isinstance(item, Tensor) and (item is not out_of):
                    saved.append(
                        Saved(item.storage, state.version(item.storage), state.is_leaf(item) is YES and state.needs_grad(item) is YES, what)
                    )
    if sure:
        return () if state.unchecked else tuple(saved), needs
    return (), MAYBE if unsure else NO


def _saves_inference(
    machine: Machine, state: State, entry: Operation, spread: Items[tuple[str, Value]], evaluation: bool, site: Site
) -> bool:
    """Whether the operation would save an inference tensor, which raises where it is called."""
    if state.inference:
        return False
    kept = entry.eval_saves if evaluation and entry.eval_saves is not None else entry.saves
    wanted = {what for name, item in spread if needs_of(state, item) is YES for what in kept.get(name, frozenset())}
    for name, item in spread:
        if name in wanted and isinstance(item, Tensor) and item.inference:
            made = None if item.made is None else origin(machine, item.made)
            fail(machine, state, Raised(site, machine.context, Fault.INFERENCE, (), made, 0, "inference_mode"))
            return True
    return False


def operate(machine: Machine, state: State, operator: str, left: Value, right: Value | None, site: Site, inplace: bool) -> Value | None:
    """An operator where one of the operands is a tensor; None where none is."""
    if not isinstance(left, Tensor | Each) and not isinstance(right, Tensor | Each):
        return None
    if right is None:
        return unary(machine, state, operator, left, site)
    none = left if isinstance(left, Constant) else right
    if operator in ARITHMETIC and isinstance(none, Constant) and none.value is None:
        state.signal = "raise"
        return NONE
    if operator in ("is", "is not"):
        return Constant(operator == "is not") if isinstance(right, Constant) and right.value is None else machine.plain()
    if operator in COMPARISONS:
        shape = shapes.broadcast([left, right])
        return data(machine, site, "a comparison", shape)
    name = ARITHMETIC.get(operator)
    if name is None:
        return machine.unknown()
    if inplace and isinstance(left, Tensor | Each):
        return change_by(machine, state, name, left, [right], site)
    return arithmetic(machine, state, name, left, right, site)


def arithmetic(machine: Machine, state: State, name: str, left: Value, right: Value, site: Site) -> Value:
    """left `name` right, where either may be a number."""
    entries = table.operations()
    number_left, number_right = not _tensorial(left), not _tensorial(right)
    if number_right and f"{name}_number" in entries:
        result = apply(machine, state, entries[f"{name}_number"], [("input", left)], site)
    elif number_left and f"r{name}_number" in entries:
        result = apply(machine, state, entries[f"r{name}_number"], [("other", right)], site)
    else:
        entry = entries[name]
        names = entry.inputs
        result = apply(machine, state, entry, [(names[0], left), (names[1], right)], site)
    _note_update(machine, left, right, result)
    if isinstance(result, Tensor) and state.node(result):
        for operand in (left, right):
            if name in ("add", "sub") or (isinstance(operand, Tensor) and operand.reason.startswith("torch.")):
                _note_cut(machine, state, operand, result)
    return result


def _note_cut(machine: Machine, state: State, operand: Value, result: Tensor) -> None:
    """Say that what has lost its graph on the way is added to what has one."""
    cut = machine.graph.cuts.get(operand.number) if isinstance(operand, Tensor) else None
    if cut is None and isinstance(operand, Unknown) and operand.graph is NO:
        cut = next((machine.graph.cuts[part] for part in _parts_of(operand.key) if part in machine.graph.cuts), None)
    if cut is not None and cut.how not in QUIET and cut.context.turns == machine.context.turns:
        machine.graph.emit(replace(cut, into=(state.node(result),)))


QUIET = frozenset(("detach", ".data", "detach_"))
"""Cuts that a program makes on purpose: they are noted for what may follow, and are no finding alone."""


def _parts_of(key: Hashable) -> set[int]:
    """The numbers in a key: the unknown values that one was computed from."""
    if isinstance(key, int):
        return {key}
    found: set[int] = set()
    if isinstance(key, tuple):
        for item in key:
            found |= _parts_of(item)
    return found


def lost(machine: Machine, state: State, number: int, value: Value, how: str, site: Site) -> None:
    """Note that a value numbered so has left the graph of another on its way."""
    nodes = tuple(state.node(item) for item in keeping.held(state, value))
    before = machine.graph.cuts.get(value.number) if isinstance(value, Tensor) else None
    if not nodes and before is not None:
        nodes = before.nodes
    if nodes:
        machine.graph.cuts[number] = Rewrapped(site, machine.context, how, nodes)


def _tensorial(value: Value) -> bool:
    return (
        isinstance(value, Tensor | Each)
        or (isinstance(value, Unknown) and value.graph is not NO)
        or (isinstance(value, Unknown) and value.data)
    )


def _note_update(machine: Machine, left: Value, right: Value, result: Value) -> None:
    """Note what is computed from a leaf and its gradient: binding the leaf's name to it loses the leaf."""
    if not isinstance(result, Tensor):
        return
    for value in (left, right):
        for tensor in value.tensors if isinstance(value, Each) else (value,) if isinstance(value, Tensor) else ():
            origin = tensor.number if tensor.leaf is YES and tensor.reason == "" else None
            if tensor.reason.startswith("gradient of "):
                origin = int(tensor.reason.removeprefix("gradient of "))
                machine.graph.gradients_used.setdefault(origin, set()).add(result.number)
            elif origin is None:
                for leaf_number, used in machine.graph.gradients_used.items():
                    if tensor.number in used:
                        used.add(result.number)
                        origin = leaf_number
                        break
            if origin is not None and isinstance(left, Tensor | Each):
                numbers = [item.number for item in (left.tensors if isinstance(left, Each) else (left,))]
                if origin in numbers and result.number in machine.graph.gradients_used.get(origin, ()):
                    machine.graph.updates.setdefault(origin, set()).add(result.number)


def unary(machine: Machine, state: State, operator: str, value: Value, site: Site) -> Value:
    """-x, +x, ~x"""
    if operator == "~":
        return data(machine, site, "an operation without a derivative")
    if operator == "+":
        return value
    return apply(machine, state, table.operations()["neg"], [("input", value)], site)


def change_by(
    machine: Machine, state: State, name: str, target: Tensor | Each, others: Items[Value], site: Site, keyed: bool = False
) -> Value:
    """An in-place operation: raises on a leaf, bumps the version, and hangs the tensor and its views on a new node."""
    result: Value = target
    for tensor in target.tensors if isinstance(target, Each) else (target,):
        if _refused(machine, state, tensor, site):
            return target
        old = state.node(tensor)
        needs = state.needs_grad(tensor)
        others_need = machine.graph.certainty(needs_of(state, item) for item in operands_of(others, state, machine))
        machine.graph.change(state, site, tensor.storage, name, state.is_leaf(tensor) is YES and needs is YES, state.grad_mode is not MAYBE)
        optimizers.by_hand(machine, state, name, tensor, others, site)
        if state.grad_mode is NO or (needs is NO and others_need is NO):
            _copied(machine, state, others, site)
            continue
        entries = table.operations()
        entry = entries.get(name + "_") or entries.get(name) or entries["add"]
        names = (*entry.inputs, *(["other"] * len(others)))
        if keyed:
            names, entry = ("input", "other"), entries["add"]
        operands = [(names[0], tensor), *zip(names[1:], others, strict=False)]
        recorded = apply(machine, state, entry, operands, site, out_of=tensor)
        if isinstance(recorded, Tensor) and state.node(recorded):
            node = machine.graph.nodes[state.node(recorded)]
            saved = tuple(
                item._replace(storage=tensor.storage, version=state.version(tensor.storage)) if item.what == "result" else item
                for item in node.saved
            )
            inputs = node.inputs if not old or old in node.inputs or old in node.maybe else (*node.inputs, old)
            machine.graph.nodes[node.number] = replace(node, saved=saved, inputs=inputs)
            machine.graph.rebase(state, tensor, node.number, recorded.needs)
            keeping.grown(machine, state, tensor, site)
    return result


def _copied(machine: Machine, state: State, others: Items[Value], site: Site) -> None:
    """Values with a graph were written into a tensor with grad mode off: the graph stays behind."""
    nodes = calls.nodes_in(machine, state, tuple(others))
    if nodes:
        machine.graph.emit(Detached(site, machine.context, tuple(nodes), "a copy under no_grad"))


def _refused(machine: Machine, state: State, tensor: Tensor, site: Site) -> bool:
    """Whether PyTorch refuses to change this tensor in place, which ends the path."""
    if state.grad_mode is not YES or state.needs_grad(tensor) is not YES:
        return False
    if state.is_leaf(tensor) is YES:
        fail(machine, state, Raised(site, machine.context, Fault.LEAF_CHANGED, (state.node(tensor),), None, state.node(tensor)))
        return True
    node = machine.graph.nodes.get(state.node(tensor))
    if tensor.view and node is not None and tensor.family in machine.graph.leaf_families and state.rebased.get(tensor.family) is None:
        fail(machine, state, Raised(site, machine.context, Fault.LEAF_VIEW_CHANGED, (state.node(tensor),), None, state.node(tensor)))
        return True
    return False


def assign_item(machine: Machine, state: State, holder: Tensor | Each, key: Value, value: Value, site: Site) -> None:
    """holder[key] = value, an in-place change of holder."""
    change_by(machine, state, "copy", holder, [value], site, keyed=True)


def item_of(machine: Machine, state: State, value: Tensor | Each, key: Value, site: Site) -> Value:
    """value[key]: a view for plain indices, a copy for a tensor of indices."""
    if isinstance(value, Tensor) and value.parts:
        return part(machine, state, value, ("item", control.key_of(key)))
    if isinstance(value, Tensor) and value.reason == ".data" and value.shape == () and isinstance(key, Constant) and key.value == 0:
        machine.graph.emit(Misuse(site, machine.context, "data_index"))
        machine.graph.abandoned.update(state.live_nodes())
        state.signal = "raise"
        return machine.plain()
    parts = key.items if isinstance(key, Sequence) and not key.fields else (key,)
    indexed = any(isinstance(item, Tensor) or (isinstance(item, Ref) and item.kind == "list") for item in parts)
    unsure = any(isinstance(item, Unknown) and item.graph is not NO for item in parts)
    entry = table.operations()["getitem_index" if indexed else "getitem_view"]
    result = apply(machine, state, entry, [("input", value)], site, shape=shapes.indexed(value, parts))
    return replace(result, view=False) if unsure and isinstance(result, Tensor) else result


def part(machine: Machine, state: State, value: Tensor, key: Hashable) -> Value:
    """An item or attribute of what an opaque call returned: the same each time it is taken, and hung on the same call."""
    if state.without_graph(value):
        return Unknown(("part", value.number, key), NO, data=True)
    known = state.facts.get(("part", value.number, key))
    if known is not None:
        return known
    if value.how == "many":
        return replace(value, number=machine.graph.number(), parts=False, how="", shape=None)
    node = state.node(value)
    below = machine.graph.nodes[node]
    inner = machine.graph.record("part", below.site, below.inputs, (*below.maybe, node), below.saves, below.saved)
    made = replace(
        value, number=machine.graph.number(), node=inner, storage=machine.graph.number(), family=machine.graph.number(), shape=None
    )
    state.facts[("part", value.number, key)] = made
    return made


def row(machine: Machine, state: State, value: Tensor) -> Value:
    """The element of an iteration over a tensor."""
    if value.parts:
        return part(machine, state, value, ("row", machine.graph.number()))
    site = value.made or Site(machine.frame.code.path, 0, 0, 0, 0)
    shape = value.shape[1:] if value.shape else None
    return apply(machine, state, table.operations()["getitem_view"], [("input", value)], site, shape=shape)


def method(machine: Machine, state: State, receiver: Tensor | Each, name: str, arguments: Arguments) -> Outcome:
    """A method of a tensor."""
    return tensor_methods.call(machine, state, receiver, name, arguments)


def backward_of_unknown(machine: Machine, state: State, receiver: Unknown, arguments: Arguments) -> Value:
    """`.backward()` on what is not known.

    Given a tensor with a graph, it is an engine that walks it (accelerator.backward(loss)); else, if it returns, what it was called on had
    a graph, of which nothing else is known.
    """
    first = arguments.positional[0] if arguments.positional else None
    if isinstance(first, Unknown):
        if first.graph is NO:
            return machine.unknown()
        first = _taken_for_tensor(machine, state, first, arguments.site)
    if isinstance(first, Tensor) and state.needs_grad(first) is not NO:
        rest = Arguments(arguments.positional[1:], arguments.keywords, arguments.site)
        tensor_methods.call(machine, state, first, "backward", rest)
        return Constant(None)
    made = _taken_for_tensor(machine, state, receiver, arguments.site)
    result = tensor_methods.call(machine, state, made, "backward", arguments)
    return result if isinstance(result, Constant) else machine.unknown()


def _taken_for_tensor(machine: Machine, state: State, value: Unknown, site: Site) -> Tensor:
    """An unknown value that is walked is a tensor, with whatever graph it hangs on."""
    made = new(machine, site, machine.graph.unseen(value.key, site, "unknown"), MAYBE, leaf=MAYBE, parts=True)
    state.facts[value.key] = made
    return made


def detach(machine: Machine, state: State, value: Tensor | Each, site: Site, how: str, shares_version: bool = True) -> Value:
    """The same values without their graph."""
    tensors_ = value.tensors if isinstance(value, Each) else (value,)
    nodes = tuple(node for item in tensors_ if (node := state.node(item)) and state.needs_grad(item) is not NO)
    if nodes and not all(item.parameter for item in tensors_):
        machine.graph.emit(Detached(site, machine.context, nodes, how))
    first = tensors_[0]
    storage = first.storage if shares_version else 0
    if first.parts and not isinstance(value, Each):
        return new(machine, site, leaf=YES, reason=how, parts=True, storage=storage)
    made = new(machine, site, leaf=YES, reason=how, shape=first.shape, storage=storage, inference=first.inference)
    if nodes:
        machine.graph.cuts[made.number] = Rewrapped(site, machine.context, how, nodes)
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
        return apply(machine, state, table.operations()["t"], [("input", value)], site)
    if name == "requires_grad":
        need = state.needs_grad(first)
        return machine.plain() if need is MAYBE else Constant(need is YES)
    if name in (
        "shape",
        "dtype",
        "device",
        "ndim",
        "is_leaf",
        "grad_fn",
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


def _gradient(machine: Machine, state: State, value: Tensor | Each, site: Site) -> Value:
    """x.grad: read on a non-leaf, it is None."""
    first = value.tensors[0] if isinstance(value, Each) else value
    if isinstance(value, Each):
        gradients = [_gradient(machine, state, leaf_, site) for leaf_ in value.tensors]
        return Each(tuple(item for item in gradients if isinstance(item, Tensor)))
    if isinstance(value, Tensor) and not value.parts and state.needs_grad(value) is YES:
        retained = ("retains", value.number) in state.facts
        machine.graph.emit(GradRead(site, machine.context, state.is_leaf(value), value.made, value.how, retained, state.node(value)))
    stored = state.facts.get(("gradient", first.number))
    if stored is not None:
        return stored
    nonleaf = isinstance(value, Tensor) and not value.parts and state.needs_grad(value) is YES and state.is_leaf(value) is NO
    if nonleaf and ("retains", first.number) not in state.facts:
        return NONE
    double = machine.graph.double_backwards
    roots = [root for mark in state.gradients.get(state.node(first), ()) for root in double.get(abs(mark.backward), ())]
    machine.graph.leaves[first.number] = first
    if roots and state.grad_mode is YES:
        node = machine.graph.record("gradient", site, (), roots, MAYBE, ())
        return new(machine, site, node, YES, leaf=NO, shape=first.shape)
    return data(machine, site, f"gradient of {first.number}", first.shape)


def assign(machine: Machine, state: State, holder: Tensor | Each, name: str, value: Value, site: Site) -> None:
    """holder.name = value on a tensor: requires_grad, grad, data."""
    for tensor in holder.tensors if isinstance(holder, Each) else (holder,):
        if name == "requires_grad":
            require(machine, state, tensor, control.decide(machine, state, value), site)
        elif name == "grad":
            node = state.node(tensor)
            if isinstance(value, Constant) and value.value is None:
                unused = frozenset(mark.backward for mark in state.gradients.get(node, ()) if not mark.used and mark.backward > 0)
                machine.graph.emit(ZeroGrad(site, machine.context, frozenset((node,)), unused, "tensor"))
                state.gradients[node] = ()
            elif node:
                machine.graph.emit(ZeroGrad(site, machine.context, frozenset((node,)), frozenset(), "tensor"))
                state.gradients[node] = (Contribution(-machine.graph.number(), False),)
        elif name == "data":
            machine.graph.change(state, site, machine.graph.number(), "data")
            optimizers.by_hand(machine, state, name, tensor, (value,), site)
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
        state.needs[tensor.number] = YES
        if not state.node(tensor):
            node = machine.graph.leaf(site)
            state.leafed[tensor.number] = node
            machine.graph.emit(Rewrapped(site, machine.context, "requires_grad", (), (node,)))
