"""A run of a loop, built by hand: nodes of its iterations, objects that hold them, and the stores of a statement."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from types import SimpleNamespace
from typing import cast

from engine.built import add, line, tensor, turn
from graphlint.autograd.events import NO_CONTEXT, Context, LoopIteration, Origin
from graphlint.autograd.numbers import ObjectNumber, RunNumber
from graphlint.engine.domain.graph import Graph
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.state import State, Write
from graphlint.engine.domain.values import ObjectKind, Ref, Tensor, Value
from graphlint.engine.machine.machine import Machine

STATEMENT, OTHER = line(8), line(9)


class LoopRun:
    """The graph and the state of a path in a run of a loop. Of a machine, retention only reads the graph and the context."""

    def __init__(self) -> None:
        self.graph, self.state = Graph(), State()
        self.leaf = add(self.graph, Origin.LEAF)
        self.old = add(self.graph, inputs=(self.leaf,))
        self.run = self.graph.number()

    @property
    def machine(self) -> Machine:
        return cast(Machine, SimpleNamespace(graph=self.graph, context=self.graph.context))

    def iteration(self, number: int) -> LoopIteration:
        return turn(self.run, number).iterations[0]

    def node(
        self, iteration: int, inputs: Iterable[int] | None = None, *, at: int = 3, operation: str = "pow",
        origin: Origin = Origin.OPERATION, possible: Iterable[int] = (),
    ) -> int:  # fmt: skip
        """Add a node of an iteration, 0 for none; without inputs, it is computed from the leaf."""
        self.graph.context = turn(self.run, iteration) if iteration else NO_CONTEXT
        given = (self.leaf,) if inputs is None else inputs
        return add(self.graph, origin, given, possible, operation, at=line(at))

    def put(
        self, kind: ObjectKind, items: Iterable[Value] = (), opened: Context = NO_CONTEXT, *, fields: Mapping[Hashable, Value] | None = None
    ) -> Ref:
        """Add an object to the heap."""
        number = self.graph.number()
        self.state.put(ObjectNumber(number), Object(kind, fields=dict(fields or {}), items=list(items), opened=opened))
        return Ref(ObjectNumber(number), kind)

    def store(self, owner: Ref, iteration: int, key: Hashable = None, node: int = 0, runs: Iterable[int] = ()) -> Write:
        """Record a store of the statement."""
        context = turn(self.run, iteration)
        for run in runs:
            context = context._replace(iterations=(*context.iterations, LoopIteration(line(4), RunNumber(run), 1)))
        write = Write(STATEMENT, context, owner.number, key, "losses", node)
        self.state.writes = (*self.state.writes, write)
        return write


def loss(node: int) -> Tensor:
    """Return a tensor with a graph."""
    return tensor(node)
