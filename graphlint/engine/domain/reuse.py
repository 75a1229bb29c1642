"""Later use of retained graphs: which unresolved values are presumed to have no graph, and which retained graphs a step has invalidated.

`data_nodes` answers a question of rules: does a later backward pass need what `retain_graph=True` keeps? A later pass over an unresolved
value may enter the same graph, unless the value is presumed to be data. `spent_nodes` answers one of `havoc_log`: the graphs that no code
is presumed to backpropagate through again, freed ones and those that a step has invalidated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from graphlint.autograd import operations
from graphlint.autograd.events import SCALING, Backward, Certainty, Origin, Retain
from graphlint.autograd.node_graph import NodeGraph
from graphlint.autograd.presumptions import Presumption
from graphlint.engine.domain import terms
from graphlint.engine.domain.graph import Graph
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.state import State
from graphlint.engine.domain.symbol_origins import SymbolOrigin, lists_parameters, origin_of
from graphlint.engine.domain.term import Symbol, Term
from graphlint.engine.domain.values import Constant


def data_nodes(graph: Graph, defaults: Mapping[Symbol, Constant]) -> frozenset[int]:
    """Return the nodes of unresolved values that are presumed to have no graph.

    These are settings, coefficients, data, results of imported functions and classes that received no value with a known graph, and values
    computed from these.

    Args:
        defaults: the defaults of parameters that no resolved caller passes, by symbol. A factor whose default is a number is a number.
    """
    if not retains(graph):
        # Only a retained graph can be used again.
        return frozenset()
    symbols = graph.unresolved.symbols()
    received = {number for number in symbols if graph.nodes[number].is_unresolved_input}
    elements = elements_with_graph(graph)
    with_graph = NodeGraph(graph.nodes).below(elements) - received | elements
    iterated = {source for symbol in symbols.values() for source in _iterated(symbol)}
    iterated.difference_update(source for number in elements for source in _iterated(symbols[number]))
    numbers = frozenset(symbol for symbol, default in defaults.items() if isinstance(default.value, int | float))
    found = set(_coefficients(graph, symbols, numbers)) - with_graph
    for number, node in graph.nodes.items():
        symbol = symbols.get(number)
        if symbol is None:
            known = bool(node.inputs or node.possible_inputs)
            is_call = node.origin is Origin.UNRESOLVED_CALL
            below = [item for item in node.possible_inputs if not (is_call and _is_of_constructor(graph, item))]
        else:
            is_data = SymbolOrigin.DATA in origin_of(graph, symbol)
            known = number not in with_graph and (is_data or (number in received and symbol in iterated))
            below = [item for item in node.possible_inputs if not _is_of_maker(graph, symbols, received, symbol, item)]
        follows = (symbol is None or symbol in graph.unresolved.sizes) and len(below) == len(node.possible_inputs)
        if known and found.issuperset((*node.inputs, *below)) and (follows or graph.presumes(Presumption.DATA)):
            found.add(number)
    return frozenset(found)


def elements_with_graph(graph: Graph) -> frozenset[int]:
    """Return the nodes of elements of unresolved collections that backward passes show to have graphs.

    All of what the root is computed from are elements, so at least one has a graph. The code that made the collection built these graphs,
    and several elements may share one, such as the losses of several tasks.
    """
    if not retains(graph):
        return frozenset()
    symbols = graph.unresolved.symbols()
    roots = {root for event in graph.events if isinstance(event, Backward) for root in event.roots}
    return frozenset(node for root in roots for node in _elements_below(graph, symbols, root))


def retains(graph: Graph) -> bool:
    """Return True if a backward pass retains a graph."""
    return any(event.retain is not Retain.NO for event in graph.events if isinstance(event, Backward))


def _elements_below(graph: Graph, symbols: Mapping[int, Symbol], root: int) -> set[int]:
    """Return the nodes of the elements from which a root is computed, none if it is computed from anything else."""
    found: set[int] = set()
    pending, seen = [root], {root}
    while pending:
        number = pending.pop()
        if number in symbols:
            if not _is_element(graph, symbols[number]):
                return set()
            found.add(number)
            continue
        node = graph.nodes[number]
        below = (*node.inputs, *node.possible_inputs)
        if not below or node.origin is Origin.UNRESOLVED_CALL:
            return set()
        pending.extend(item for item in below if item not in seen)
        seen.update(below)
    return found


def _is_element(graph: Graph, symbol: Symbol) -> bool:
    """Return True for an element of an unresolved collection or batch, and for what a tensor's operations compute from one."""
    if symbol in graph.unresolved.batches:
        return True
    if isinstance(symbol, terms.Item | terms.AttributeSymbol):
        return _is_element(graph, symbol.of)
    if isinstance(symbol, terms.CallSymbol):
        return operations.is_tensor_method(symbol.method) and _is_element(graph, symbol.receiver)
    if isinstance(symbol, terms.OperationSymbol):
        return any(_is_element(graph, part) for part in symbol.symbols())
    return isinstance(symbol, terms.Element)


def _coefficients(graph: Graph, symbols: Mapping[int, Symbol], numbers: frozenset[Symbol]) -> Iterator[int]:
    """Yield the nodes of values that scale a value with a graph: fields that no code sets, items under a constant text, parameters that are
    numbers by default, and what is computed from settings."""
    for node in graph.nodes.values():
        if node.operation.removesuffix("_") in SCALING:
            factors = [found for item in node.possible_inputs if (found := _settings_of(graph, symbols, numbers, item))]
            scales_graph = len(factors) < len(node.inputs) + len(node.possible_inputs)
            if factors and scales_graph and graph.presumes(Presumption.NUMBERS):
                yield from (number for found in factors for number in found)


def _settings_of(graph: Graph, symbols: Mapping[int, Symbol], numbers: frozenset[Symbol], number: int) -> set[int]:
    """Return the nodes of the settings from which a value is computed, none if it is computed from anything else."""
    found, pending = {number}, [number]
    while pending:
        number = pending.pop()
        node = graph.nodes[number]
        if number not in symbols or node.inputs or SymbolOrigin.SETTING not in origin_of(graph, symbols[number], numbers):
            return set()
        pending.extend(item for item in node.possible_inputs if item not in found)
        found.update(node.possible_inputs)
    return found


def _is_of_constructor(graph: Graph, number: int) -> bool:
    """Return True for an argument of the constructor of the root's object: of it, unresolved classes are made."""
    node = graph.nodes[number]
    return number <= graph.start and node.is_unresolved_input


def _is_of_maker(graph: Graph, symbols: Mapping[int, Symbol], received: set[int], symbol: Symbol, below: int) -> bool:
    """Return True if an unresolved value depends on a node only as on what made or holds it.

    This is the object of which it is a field, what imported code received, and the parameters of the modules of which a module is made.
    What is computed from the parameters of a module has their graph, whatever computes it.
    """
    is_module = symbol in graph.unresolved.modules
    if below in received and (is_module or not lists_parameters(symbols[below])):
        return is_module or symbol in graph.unresolved.imported or any(symbols[below] == holder for holder in _holders(symbol))
    return is_module and graph.nodes[below].origin is Origin.LEAF


def _holders(symbol: Symbol) -> Iterator[Symbol]:
    """Yield the objects from whose fields a value is read, or is computed.

    The value depends on what the object holds by that name, not on all that the object may hold.
    """
    if isinstance(symbol, terms.Unary | terms.OperationSymbol):
        for part in symbol.symbols():
            yield from _holders(part)
        return
    named, holder = False, symbol
    while isinstance(holder, terms.AttributeSymbol | terms.Item):
        named = isinstance(holder, terms.AttributeSymbol)
        holder = holder.of
    if named:
        yield holder


def _iterated(symbol: Symbol) -> Iterator[Symbol]:
    """Yield the values over which a value iterates: as their elements, they are data."""
    if isinstance(symbol, Term):
        if isinstance(symbol, terms.Element):
            yield symbol.of
        for part in symbol.symbols():
            yield from _iterated(part)


def spent_nodes(graph: Graph, state: State, nodes: Iterable[int]) -> frozenset[int]:
    """Return the nodes from which no code is presumed to backpropagate again; see `is_spent`."""
    spent = [node for node in nodes if is_spent(graph, state, node)] if state.retained_by or state.freed else []
    return frozenset(spent) if spent and graph.presumes(Presumption.SPENT_GRAPHS) else frozenset()


def is_spent(graph: Graph, state: State, node: int) -> bool:
    """Return True if a backward has freed the graph below a node, or a step has used its gradients since it was retained.

    A backward from the node would raise if the step has modified saved tensors. Where no parameter is saved, as in a single layer, it would
    compute gradients of parameters that have changed since: no code is presumed to do so. An optimizer with unresolved parameters is
    presumed to own the leaves that the backward before its step reached.
    """
    reached = graph.reach((node,))
    if any(number in state.freed and graph.nodes[number].saves is Certainty.YES for number in reached.certain):
        return True
    everything = reached.all
    latest = max((state.retained_by.get(number, 0) for number in everything), default=0)
    if not latest:
        return False
    if any(state.is_modified(saved) for number in reached.certain for saved in graph.nodes[number].saved):
        return True
    leaves = {number for number in everything if graph.nodes[number].origin is Origin.LEAF}
    optimizers = [number for number, made in state.heap.items() if made.kind == "optimizer" and _may_own(state, made, leaves)]
    event = graph.backward_event(latest)
    if not optimizers or not isinstance(event, Backward):
        return False
    stepped = [state.heap[number].optimizer for number in optimizers if state.optimizer_steps.get(number, 0) > latest]
    changed = {state.node(item) for record in stepped for item in record.owned}
    if not changed.isdisjoint(leaves) and (event.leaves & leaves) <= changed:
        return True
    if leaves and (event.leaves - leaves or state.optimizer_gradients.keys().isdisjoint(optimizers)):
        # The optimizer may own only the other parameters, like that of a critic.
        return False
    return all(state.optimizer_steps.get(number, 0) > latest for number in optimizers)


def _may_own(state: State, optimizer: Object, leaves: set[int]) -> bool:
    """Return True if an optimizer may own one of some leaves."""
    record = optimizer.optimizer
    return not record.complete or any(state.node(item) in leaves for item in record.owned)
