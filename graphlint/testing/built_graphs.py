"""The autograd graphs that code builds while it is observed."""

from __future__ import annotations

import gc
import importlib
import linecache
import sys
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType
from typing import Any

KEY = "graphlint"
OWN = str(Path(__file__).parent)


@dataclass(frozen=True)
class CodePlace:
    """A line of a file."""

    filename: str
    line: int

    def __str__(self) -> str:
        text = linecache.getline(self.filename, self.line).strip()
        return f"{self.filename}:{self.line}: {text}" if text else f"{self.filename}:{self.line}"


def node_of(tensor: Any) -> Any:
    """Return the `grad_fn` of a tensor, None for a leaf and for a view on which PyTorch raises because its base was changed in place."""
    try:
        return tensor.grad_fn
    except RuntimeError:
        return None


@dataclass(eq=False)
class BuiltGraph:
    """A note on a node of a graph, which exists as long as the node: where and in which iteration it was built."""

    place: CodePlace
    iteration: int


@dataclass
class BuiltGraphs:
    """The graphs built so far; `functions` are the code objects that have built them."""

    iteration: int = 0
    functions: set[CodeType] = field(default_factory=set)
    graphs: weakref.WeakSet[BuiltGraph] = field(default_factory=weakref.WeakSet)

    @contextmanager
    def observed(self) -> Iterator[None]:
        """Observe the operations of PyTorch in a block."""
        torch: Any = importlib.import_module("torch")
        overrides: Any = importlib.import_module("torch.overrides")
        graphs = self

        class BuildingMode(overrides.TorchFunctionMode):  # type: ignore[misc]  # a class of the torch of the test
            """Notes each result with a graph."""

            def __torch_function__(self, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
                result = function(*args, **(kwargs or {}))
                for tensor in (*(result if isinstance(result, (tuple, list)) else (result,)), *args[:1]):
                    if isinstance(tensor, torch.Tensor) and (node := node_of(tensor)) is not None:
                        graphs.add(node)
                return result

        with BuildingMode():
            yield

    def add(self, node: Any) -> None:
        """Note a node, and all below it, unless it is noted already."""
        pending, place = [node], None
        while pending:
            item = pending.pop()
            if type(item).__name__ == "AccumulateGrad" or KEY in item.metadata:
                continue
            place = place or self.place()
            graph = item.metadata[KEY] = BuiltGraph(place, self.iteration)
            self.graphs.add(graph)
            pending += [below for below, _ in item.next_functions if below is not None]

    def place(self) -> CodePlace:
        """Return the line of the code that is observed, and note its functions."""
        torch_folder = sys.modules["torch"].__path__[0]
        frame: Any = sys._getframe(1)
        found: CodePlace | None = None
        while frame is not None:
            name = frame.f_code.co_filename
            if not name.startswith((torch_folder, OWN)):
                self.functions.add(frame.f_code)
                found = found or CodePlace(name, frame.f_lineno)
            frame = frame.f_back
        return found or CodePlace("<unknown>", 0)

    def alive(self) -> list[BuiltGraph]:
        """Return the notes on the nodes that still exist, by iteration."""
        gc.collect()
        return sorted(self.graphs, key=lambda graph: (graph.iteration, graph.place.filename, graph.place.line))
