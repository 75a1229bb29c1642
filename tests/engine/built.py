"""Values of the engine, built by hand."""

from __future__ import annotations

from collections.abc import Iterable

from graphlint.autograd.events import (
    NO_CONTEXT,
    Backward,
    BackwardKind,
    Certainty,
    Context,
    LoopIteration,
    OptimizerReceived,
    Origin,
    Retain,
    Saved,
    Site,
)
from graphlint.autograd.numbers import RunNumber, StorageNumber
from graphlint.autograd.presumptions import Presumption, Presumptions
from graphlint.engine.domain.graph import Graph
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.terms import AttributeSymbol, ConstantSymbol, constant
from graphlint.engine.domain.values import Tensor

SITE = Site("train.py", 1, 0, 1, 9)
ZERO, ONE, TWO = constant(0), constant(1), constant(2)


def line(number: int) -> Site:
    """Return the site of a line."""
    return Site("train.py", number, 0, number, 9)


def turn(run: int, number: int) -> Context:
    """Return the context of an iteration of a loop run."""
    return Context(iterations=(LoopIteration(line(run), RunNumber(run), number),))


def setting(name: str) -> AttributeSymbol:
    """Return the symbol of an attribute that the program reads from a value."""
    return AttributeSymbol(ConstantSymbol(str, "settings"), name)


def add(
    graph: Graph, origin: Origin = Origin.OPERATION, inputs: Iterable[int] = (), possible: Iterable[int] = (), operation: str = "",
    saved: tuple[Saved, ...] = (), saves: Certainty = Certainty.NO, at: Site = SITE,
) -> int:  # fmt: skip
    """Add a node to a graph and return its number."""
    return graph.record(origin, at, inputs, possible, saves, saved, operation=operation)


def unknown(graph: Graph, symbol: Symbol, possible: Iterable[int] = ()) -> int:
    """Add the node of an unresolved value to a graph and return its number."""
    number = add(graph, Origin.UNRESOLVED_VALUE, possible=possible)
    graph.unresolved.nodes[symbol] = number
    return number


def backward(graph: Graph, root: int, *, retain: Retain = Retain.LITERAL, leaves: Iterable[int] = (), at: Site = SITE) -> Backward:
    """Emit the backward pass from a node and return its event."""
    reached = graph.reach((root,))
    event = Backward(
        at, graph.context, graph.number(), BackwardKind.BACKWARD, (root,), frozenset(reached.certain), frozenset(reached.possible),
        frozenset(), retain, False, frozenset(leaves),
    )  # fmt: skip
    graph.emit(event)
    return event


def graph_of(*symbols: Symbol, retain: Retain = Retain.LITERAL, off: Iterable[Presumption] = ()) -> tuple[Graph, list[int]]:
    """Return a graph with a node for each unresolved value, and one retaining pass from a leaf besides."""
    graph = Graph(presumptions=Presumptions(frozenset(off)))
    graph.emit(OptimizerReceived(SITE, NO_CONTEXT, 1))
    backward(graph, add(graph, Origin.LEAF), retain=retain)
    return graph, [unknown(graph, symbol) for symbol in symbols]


def tensor(
    number: int, node: int | None = None, *, needs: Certainty = Certainty.YES, leaf: Certainty = Certainty.NO, parameter: bool = False
) -> Tensor:
    """Return a tensor whose storage and family have its number, and its node, too, unless another one is given."""
    return Tensor(number, number if node is None else node, StorageNumber(number), number, needs, leaf, parameter=parameter)
