"""Modules compiled by torch.compile: they compute the same, and donate the buffers that their graphs save."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ._state import state
from ._tensor import Tensor
from .nn.modules.module import Module

DONATING = frozenset(("inductor", "aot_eager"))
LAYERS = ("Addmm", "Mm", "Linear", "Convolution")
RECURRENT = frozenset(("RNN", "LSTM", "GRU"))
INPUTS = ("input", "mat1", "self")
"""The saved inputs of a layer, each a buffer of the graph if another layer has computed it."""
ERROR = (
    "This backward function was compiled with non-empty donated buffers which requires create_graph=False and retain_graph=False. "
    "Please keep backward(create_graph=False, retain_graph=False) across all backward() function calls, or set "
    "torch._functorch.config.donated_buffer=False to disable donated buffer."
)


@dataclass
class CompiledGraph:
    """A compiled graph: whether it saves buffers of its own, and whether its first backward pass has freed it."""

    saves: bool = False
    freed: bool | None = None

    def backward(self, keep: bool) -> None:
        """Run backward through a node of the graph.

        Raises:
            RuntimeError: if it retains a graph whose buffers are donated.
        """
        if self.freed is None:
            self.freed = not keep
        elif self.freed and keep and self.saves:
            state.observer.failed("DONATED_BUFFERS")
            raise RuntimeError(ERROR)


@dataclass
class Compiler:
    """The compiled graphs of one module, by what a call is compiled for."""

    graphs: dict[Any, CompiledGraph] = field(default_factory=dict)

    def call(self, kind: type[Module], module: Module, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Call a module, and mark the nodes that it adds to the graph."""
        given = tuple(getattr(value, "requires_grad", None) for value in (*args, *kwargs.values()))
        key = module.training, given, tuple(parameter.requires_grad for parameter in module.parameters())
        below = {id(value._fn) for value in (*args, *kwargs.values()) if isinstance(value, Tensor)}
        result = kind.__call__(module, *args, **kwargs)
        graph = self.graphs.setdefault(key, CompiledGraph())
        ends = [value._fn for value in (result if isinstance(result, (tuple, list)) else (result,)) if isinstance(value, Tensor)]
        nodes: dict[int, Any] = {}
        stack = [node for node in ends if node is not None]
        while stack:
            node = stack.pop()
            if id(node) not in nodes and id(node) not in below and not hasattr(node, "variable"):
                nodes[id(node)] = node
                node.__dict__["_compiled"] = graph
                stack.extend(edge[0] for edge in node.edges if edge is not None)
        # Recurrent layers are not compiled, and split the graph.
        is_split = any(type(layer).__name__ in RECURRENT for layer in module.modules())
        graph.saves = not is_split and any(
            name in INPUTS and isinstance(saved.tensor, Tensor) and id(saved.tensor._fn) in nodes
            for node in nodes.values()
            if node.name().startswith(LAYERS)
            for name, saved in node.saved_tensors_held()
        )
        return result


def compiled(model: Any, backend: Any) -> Any:
    """Return a module that shares all attributes with another one, and whose calls are compiled; anything else as it is."""
    if not isinstance(model, Module) or backend not in DONATING:
        return model
    kind, compiler = type(model), Compiler()

    def call(self: Module, *args: Any, **kwargs: Any) -> Any:
        return compiler.call(kind, self, args, kwargs)

    wrapper = object.__new__(type(kind.__name__, (kind,), {"__call__": call, "__module__": kind.__module__}))
    object.__setattr__(wrapper, "__dict__", model.__dict__)
    return wrapper
