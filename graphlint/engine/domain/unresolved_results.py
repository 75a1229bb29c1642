"""Results of unresolved code: the nodes that stand for their unknown graphs, and their origin.

The tables are per run. A symbol of a result is created on one path, and its entries hold for all paths that know it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from graphlint.autograd import operations
from graphlint.autograd.events import Context, Origin, Site
from graphlint.engine.domain.nodes import NodeTable
from graphlint.engine.domain.term import Symbol, Term
from graphlint.engine.domain.terms import AttributeSymbol, CallSymbol, Element, InstanceSymbol, Item, Length
from graphlint.engine.domain.values import MAYBE, Sequence, Unknown, Value
from graphlint.libraries.tensor_methods import MODULE_MOVES

TO_DATA: Final = frozenset(("item", "tolist", "numpy"))
"""Methods of tensors and arrays that return numbers, lists of numbers or arrays, none of which has a graph."""

LISTS_PARAMETERS: Final = frozenset(("parameters", "named_parameters"))
"""Methods of modules that list parameters: leaves that have a graph, whatever else is known about the module."""


def _is_plain(symbol: Term) -> bool:
    """Return True for a number or an array that is read from a tensor, and for a length."""
    return isinstance(symbol, Length) or (isinstance(symbol, CallSymbol) and symbol.method in TO_DATA)


@dataclass(slots=True)
class UnresolvedResults:
    """The unknown values that may have a graph, by symbol.

    `nodes` are the nodes of unknown values; `new` are those whose value was created in the iteration in which its node was created.
    `calls` are the contexts of the unresolved calls that returned a value, `call_sites` their places. `imported` are results of imported
    functions, `from_tensors` results of unresolved calls that received tensors, also in a tuple or list. `sizes` are used as the size of a
    tensor or layer, or as the bound of a range: they are numbers. `loaded` are what the program has read from its own files. `batches` are
    fields that methods only set from a batch that they receive. `modules` are used as modules. `alternatives` are the values of which a
    joined value is one. `_without_node` are values that depend on no node, with the number of nodes at that time.
    """

    nodes: dict[Symbol, int] = field(default_factory=dict)
    new: set[int] = field(default_factory=set)
    calls: dict[Symbol, Context] = field(default_factory=dict)
    call_sites: dict[Symbol, Site] = field(default_factory=dict)
    imported: set[Symbol] = field(default_factory=set)
    from_tensors: set[Symbol] = field(default_factory=set)
    sizes: set[Symbol] = field(default_factory=set)
    batches: set[Symbol] = field(default_factory=set)
    loaded: set[Symbol] = field(default_factory=set)
    modules: set[Symbol] = field(default_factory=set)
    alternatives: dict[Symbol, tuple[Symbol, ...]] = field(default_factory=dict)
    _without_node: dict[Symbol, int] = field(default_factory=dict)

    def is_loaded(self, symbol: Symbol) -> bool:
        """Return True if a value is a part of what the program has read from a file of its own."""
        while isinstance(symbol, AttributeSymbol | Item | CallSymbol):
            symbol = symbol.receiver if isinstance(symbol, CallSymbol) else symbol.of
        return symbol in self.loaded

    def use_as_module(self, symbol: Symbol) -> None:
        """Record that the program uses a value as a module: it is the one that was moved or converted."""
        while symbol not in self.modules:
            self.modules.add(symbol)
            if isinstance(symbol, CallSymbol) and symbol.method in MODULE_MOVES:
                symbol = symbol.receiver
            elif isinstance(symbol, InstanceSymbol):
                symbol = symbol.result

    def use_as_sizes(self, values: Iterable[Value]) -> None:
        """Record unknown values that the program uses as sizes, also in a tuple of sizes: they have no graph."""
        for value in values:
            self.sizes.update(item.symbol for item in (value.items if type(value) is Sequence else (value,)) if type(item) is Unknown)

    def node(
        self, table: NodeTable, symbol: Symbol, site: Site, origin: Origin = Origin.UNRESOLVED_VALUE, below: Iterable[int] = (),
        presumed_input: int = 0,
    ) -> int:  # fmt: skip
        """Return the node that stands for the unknown graph of an unknown value, one node for each symbol.

        It may depend on the nodes `below`, one of which may be its presumed input (`TARGETS`), and on the nodes of the unknown values from
        which it was computed.
        """
        number = self.nodes.get(symbol)
        if number is None:
            is_new = self.is_new(symbol, table.context)
            obtained = symbol if is_new and type(symbol) is int else 0
            number = table.record(
                origin, site, (), (*below, *self._derived(symbol)), MAYBE, (), presumed_input=presumed_input, obtained=obtained
            )
            self.nodes[symbol] = number
            if is_new:
                self.new.add(number)
        return number

    def symbols(self) -> Mapping[int, Symbol]:
        """Return the symbol of the unknown value of each node."""
        return {number: symbol for symbol, number in self.nodes.items()}

    def node_or_none(self, table: NodeTable, symbol: Symbol) -> int | None:
        """Return the node of an unknown value, None if it depends on no node. A value computed from several gets a node of its own."""
        known = self.nodes.get(symbol)
        if known is not None or type(symbol) is int or self._without_node.get(symbol) == len(self.nodes):
            return known
        derived = self._derived(symbol)
        if not derived:
            self._without_node[symbol] = len(self.nodes)
            return None
        return derived[0] if len(set(derived)) == 1 else self.node(table, symbol, table.nodes[derived[0]].site)

    def join(self, table: NodeTable, symbol: Symbol, alternatives: Iterable[Symbol]) -> None:
        """Make an unknown value that stands for one of several others depend on the nodes of each of them."""
        alternatives = tuple(alternatives)
        self.alternatives[symbol] = alternatives
        nodes = [node for each in alternatives if (node := self.node_or_none(table, each)) is not None]
        if nodes:
            self.node(table, symbol, table.nodes[nodes[0]].site, below=nodes)

    def is_new(self, symbol: Symbol, context: Context, depth: int = 6) -> bool:
        """Return True if a value was created in the current iteration.

        True for the result of an unresolved call in this iteration, an element of an unresolved iterable, values computed from these, and
        one of several of them. An attribute of such a value is not new: it may hold a graph that was built long before.
        """
        call = self.calls.get(symbol)
        if call is not None:
            return call.iterations == context.iterations
        if (several := self.alternatives.get(symbol)) is not None:
            # A value that is not unknown is not among them: it may be older.
            return depth > 0 and len(several) > 1 and all(self.is_new(each, context, depth - 1) for each in several)
        if not isinstance(symbol, Term) or not depth:
            return False
        if isinstance(symbol, AttributeSymbol):
            return isinstance(symbol.of, Element)
        if isinstance(symbol, CallSymbol) and operations.is_tensor_method(symbol.method):
            # An operation on a tensor: what it depends on is as new as that.
            return self.is_new(symbol.receiver, context, depth - 1)
        return isinstance(symbol, (CallSymbol, Element)) or any(self.is_new(part, context, depth - 1) for part in symbol.symbols())

    def _derived(self, symbol: Symbol, depth: int = 6) -> list[int]:
        """Return the nodes of the unknown values that are parts of a symbol; numbers and arrays read from a tensor have no graph."""
        derived: list[int] = []
        if isinstance(symbol, Term) and depth and not _is_plain(symbol):
            for part in symbol.symbols():
                known = self.nodes.get(part)
                if known is not None:
                    derived.append(known)
                elif type(part) is not int:
                    derived.extend(self._derived(part, depth - 1))
        return derived
