"""The backward engine: executes the nodes of a graph from its roots, the newest node first, and frees saved tensors.

The order is PyTorch's: of the nodes whose gradients are complete, the one recorded last. It determines which of several errors is raised,
and which gradients are in `.grad` by then.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from ._graph import Node
from ._state import Quietly, state

if TYPE_CHECKING:
    from ._tensor import Tensor

Edge = tuple[Node, int]


def run(
    roots: list[Edge], grads: list[Tensor], *, keep: bool, create: bool, inputs: list[Edge] | None = None, accumulate: bool = True
) -> list[Tensor | None]:
    """Execute the backward pass from `roots`.

    Args:
        roots: the edges to start from.
        grads: a gradient for each of them.
        keep: do not free saved tensors.
        create: record the pass itself, so that it can be differentiated.
        inputs: execute only the nodes on a path to these edges.
        accumulate: add the gradients to `.grad` of the leaves; else return them.

    Returns:
        The gradient of each of `inputs`, None for those that the pass does not reach (only if not `accumulate`).

    Raises:
        RuntimeError: if a node's saved tensors have been freed or modified.
    """
    captured: list[Tensor | None] = [None] * len(inputs or [])
    wanted = captures(inputs) if inputs is not None and not accumulate else {}
    waiting, reachable = dependencies([node for node, _ in roots])
    needed = on_the_way(reachable, {node for node, _ in inputs}, accumulate) if inputs is not None else None
    buffers: dict[Node, list[Tensor | None]] = {}
    ready: list[tuple[float, int, Node]] = []
    before = state.grad
    state.grad = create
    try:
        with Quietly():
            for (node, nr), grad in zip(roots, grads, strict=True):
                add(buffers, node, nr, fit(grad, node, nr))
            for node in dict.fromkeys(node for node, _ in roots):
                if waiting[node] == 0:
                    heapq.heappush(ready, (-node.order, len(ready), node))
            count = len(ready)
            while ready:
                _, _, node = heapq.heappop(ready)
                results = visit(node, buffers.pop(node, [None] * len(node.meta)), needed, wanted.get(node, ()), captured, keep)
                for edge, grad in zip(node.edges, results, strict=False):
                    if edge is None:
                        continue
                    below, nr = edge
                    if grad is not None:
                        add(buffers, below, nr, fit(grad, below, nr, node))
                    waiting[below] -= 1
                    if waiting[below] == 0 and (needed is None or below in needed or below in wanted):
                        count += 1
                        heapq.heappush(ready, (-below.order, count, below))
    finally:
        state.grad = before
    return captured


def visit(node: Node, grads: list[Any], needed: set[Node] | None, wanted: Any, captured: list[Any], keep: bool) -> list[Any]:
    """Execute one node: hooks, capture of a requested gradient, and its derivative."""
    for nr, hooks in node.pre_hooks.items():
        for hook in tuple(hooks.values()):
            replaced = hook(grads[nr]) if grads[nr] is not None else None
            grads[nr] = replaced if replaced is not None else grads[nr]
    for nr, reference in node.retains.items():
        tensor = reference()
        if tensor is not None and grads[nr] is not None:
            retained = grads[nr].clone() if state.grad else grads[nr]._copy()
            tensor._grad = retained if tensor._grad is None else tensor._grad + retained
    for index, nr in wanted:
        captured[index] = grads[nr]
    if needed is not None and node not in needed:
        state.observer.captured(node)
        return []
    if all(grad is None for grad in grads) and not hasattr(node, "materialize"):
        results = [None] * len(node.edges)
    else:
        results = node.apply(grads)
        if (compiled := node.__dict__.get("_compiled")) is not None:
            compiled.backward(keep)
    held = bool(node.saved_tensors_held())
    if not keep:
        node.release()
    state.observer.visited(node, held and not keep)
    for hook in tuple(node.node_hooks.values()):
        replaced = hook(tuple(results), tuple(grads))
        results = list(replaced) if replaced is not None else results
    return results


def add(buffers: dict[Node, list[Any]], node: Node, nr: int, grad: Tensor) -> None:
    """Add a gradient to those already accumulated for this output."""
    buffer = buffers.setdefault(node, [None] * len(node.meta))
    buffer[nr] = grad if buffer[nr] is None else buffer[nr] + grad


def fit(grad: Tensor, node: Node, nr: int, source: Node | None = None) -> Tensor:
    """The gradient in the shape and type of the output it belongs to: what broadcasting spread out is summed up again.

    Raises:
        RuntimeError: if it cannot be.
    """
    shape, dtype = node.meta[nr]
    if grad._a.shape != shape:
        if len(grad._a.shape) < len(shape) or any(
            want not in (1, have) for want, have in zip(shape[::-1], grad._a.shape[::-1], strict=False)
        ):
            raise RuntimeError(
                f"Function {source.label if source else 'Root'} returned an invalid gradient at index {nr} - got {list(grad._a.shape)} "
                f"but expected shape compatible with {list(shape)}"
            )
        grad = grad.sum_to_size(shape)
    return grad if grad.dtype is dtype else grad.to(dtype)


def captures(inputs: list[Edge]) -> dict[Node, list[tuple[int, int]]]:
    """For each node, which of its outputs' gradients are asked for, and at which index."""
    result: dict[Node, list[tuple[int, int]]] = defaultdict(list)
    for index, (node, nr) in enumerate(inputs):
        result[node].append((index, nr))
    return result


def dependencies(roots: list[Node]) -> tuple[dict[Node, int], list[Node]]:
    """Return the number of gradients that each reachable node waits for, and the nodes in the order of discovery."""
    waiting: dict[Node, int] = defaultdict(int)
    found: dict[Node, None] = dict.fromkeys(roots)
    stack = list(found)
    while stack:
        node = stack.pop()
        for edge in node.edges:
            if edge is None:
                continue
            waiting[edge[0]] += 1
            if edge[0] not in found:
                found[edge[0]] = None
                stack.append(edge[0])
    return waiting, list(found)


def on_the_way(reachable: list[Node], targets: set[Node], include: bool) -> set[Node]:
    """The nodes from which a target can be reached; the targets themselves only if their own derivative is asked for."""
    leads: set[Node] = set()
    for node in sorted(reachable, key=lambda each: each.order):
        if any(edge is not None and (edge[0] in targets or edge[0] in leads) for edge in node.edges):
            leads.add(node)
    return leads | targets if include else leads
