"""Backward passes of PyTorch: the nodes that they reach, and the errors in them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from typing import Any

from graphlint.autograd.events import BackwardKind, Certainty, Fault
from graphlint.confirm.torch_operations import POSITION, TorchObserver, fault_of
from graphlint.confirm.torch_tensors import TorchTensors

COUNTS = re.compile(r"function (\w+) returned an incorrect number of gradients \(expected (\d+), got (\d+)\)")


class TorchBackward:
    """Observes `torch.autograd.backward` and `torch.autograd.grad`."""

    def __init__(self, observer: TorchObserver, library: TorchTensors) -> None:
        self.observer, self.library, self.recorder = observer, library, observer.recorder

    def install(self, autograd: Any) -> None:
        """Replace the functions of `torch.autograd`."""
        autograd.backward = self.wrapped(autograd.backward, BackwardKind.BACKWARD)
        autograd.grad = self.wrapped(autograd.grad, BackwardKind.GRAD)

    def wrapped(self, original: Callable[..., Any], kind: BackwardKind) -> Callable[..., Any]:
        """Return a function that records a call of the original."""
        signature = inspect.signature(original)

        def run(*args: Any, **kwargs: Any) -> Any:
            if not self.observer.listens:
                return original(*args, **kwargs)
            bound = signature.bind(*args, **kwargs)
            bound.apply_defaults()
            given = bound.arguments
            roots = self.recorder.tensors(given["tensors" if kind is BackwardKind.BACKWARD else "outputs"])
            wanted = given["inputs"]
            inputs = None if wanted is None else self.recorder.tensors(wanted)
            create, retain = bool(given["create_graph"]), given["retain_graph"]
            with self.library.unobserved():
                if given.get("grad_variables") is not None:
                    self.recorder.misuse("grad_variables")
                self.recorder.backward_begins(kind.value, roots, retain, create)
                nodes = self.nodes_reached(roots, inputs if inputs or kind is BackwardKind.GRAD else None, kind)
            self.observer.quiet += 1
            try:
                result = original(*args, **kwargs)
            except Exception as error:
                with self.library.unobserved():
                    self.failed(error, roots, inputs or [], nodes)
                raise
            finally:
                self.observer.quiet -= 1
            with self.library.unobserved():
                for node in filter(None, map(self.library.graph, inputs or ())):
                    self.recorder.captured(node)
                self.finished(nodes, create if retain is None else bool(retain))
                if kind is BackwardKind.GRAD:
                    self.recorder.gradients_computed(self.recorder.tensors(result))
            return result

        return run

    def finished(self, nodes: Iterable[Any], keep: bool) -> None:
        """Record a backward pass that returned."""
        for node in nodes:
            held = self.recorder.nodes[self.recorder.node(node)].saves is Certainty.YES
            self.recorder.visited(node, held and not keep)
        self.recorder.backward_ends()

    def failed(self, error: Exception, roots: list[Any], inputs: list[Any], nodes: list[Any]) -> None:
        """Record an error of PyTorch in a backward pass."""
        recorder, fault = self.recorder, fault_of(error)
        backward = recorder.backward
        if fault is None:
            recorder.backward = None
        elif fault is Fault.FREED:
            freed = next((node for node in nodes if recorder.node(node) in recorder.freed), None)
            recorder.failed(fault.name, **({} if freed is None else {"node": freed}))
        elif fault is Fault.CHANGED:
            self.changed(nodes)
        elif fault is Fault.GRADIENT_COUNT:
            name, expected, returned = COUNTS.findall(str(error))[0]
            node = next((node for node in nodes if type(node).__name__ == name), None)
            if node is not None:
                recorder.failed(fault.name, node=node, counts=(int(expected), int(returned)))
        else:
            recorder.backward = None if fault is not Fault.UNUSED_INPUT else backward
            recorder.failed(fault.name, **self.facts(fault, error, roots, inputs, nodes))

    def changed(self, nodes: list[Any]) -> None:
        """Record that a saved tensor of one of the nodes was changed in place."""
        for node in nodes:
            name = self.library.changed_saved_tensor(node)
            if name is not None:
                saved = self.recorder.nodes[self.recorder.node(node)].saved
                storage = next((item.storage for item in saved if item.what == name), 0)
                self.recorder.failed(Fault.CHANGED.name, node=node, storage=storage)
                return
        self.recorder.failed(Fault.CHANGED.name)

    def facts(self, fault: Fault, error: Exception, roots: list[Any], inputs: list[Any], nodes: list[Any]) -> dict[str, Any]:
        """Return what the recorder needs to know of an error."""
        if fault is Fault.NO_GRAPH:
            match = POSITION.search(str(error))
            index = int(match[1]) if match is not None else 0
            return {"tensor": roots[index], "index": index} if index < len(roots) else {}
        if fault is Fault.NOT_SCALAR:
            return {"tensor": next((root for root in roots if root.numel() != 1), roots[0])}
        if fault is Fault.INPUT_WITHOUT_GRAD:
            without = [(index, item) for index, item in enumerate(inputs) if not item.requires_grad]
            return {"roots": roots, "tensor": without[0][1], "index": without[0][0]} if without else {"roots": roots}
        if fault is Fault.UNUSED_INPUT:
            known = {self.recorder.node(node) for node in nodes}
            unused = [(index, item) for index, item in enumerate(inputs) if self.recorder.of_tensor(item) not in known]
            return {"roots": roots, "input": unused[0][1], "index": unused[0][0]} if unused else {"roots": roots}
        return {"tensor": roots[0]} if roots else {}

    def nodes_reached(self, roots: list[Any], inputs: list[Any] | None, kind: BackwardKind) -> list[Any]:
        """Return the nodes that a backward pass executes, in its order; with `inputs`, only those on a path to them."""
        recorder, library = self.recorder, self.library
        starts = [graph for root in roots if (graph := library.graph(root)) is not None]
        leaves = [root for root in roots if library.is_trained(root)]
        starts += [self.library.torch.autograd.graph.get_gradient_edge(leaf).node for leaf in leaves]
        below: dict[Any, list[Any]] = {}
        stack = list(starts)
        while stack:
            node = stack.pop()
            if node not in below:
                below[node] = list(library.inputs(node))
                stack.extend(below[node])
        order = sorted(below, key=lambda node: -node._sequence_nr())
        leaf_nodes = [node for node in order if library.variable(node) is not None]
        order = [node for node in order if library.variable(node) is None] + leaf_nodes
        if inputs is None:
            return order
        targets = {recorder.of_tensor(tensor) for tensor in inputs}
        leading: set[Any] = set()
        for node in reversed(order):
            if any(item in leading or recorder.node(item) in targets for item in below[node]):
                leading.add(node)
        return [node for node in order if node in leading or (kind is BackwardKind.BACKWARD and recorder.node(node) in targets)]
