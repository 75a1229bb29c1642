"""Facts about values that hold on all paths of a run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from graphlint.engine.domain.join import SymbolParts
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.terms import Element, Item
from graphlint.engine.domain.values import Constant, Declared, Unknown, Value
from graphlint.engine.machine.arguments import Spelling


@dataclass(slots=True)
class ValueFacts:
    """Facts about values, which do not depend on the path on which they were found.

    A path that uses a value as a number shows the kind that it has on all paths. `never_none` are results that are never None, `filled`
    those of which no item is, `numbers` are used as numbers or sizes, `trained` are passed to an optimizer. `declared` are the kinds that
    annotations declare, `defaults` the defaults of parameters that no resolved caller passes. `keywords` are the keywords in the dict of a
    `**` parameter, by the dict's number. `reachable_parameters` are the nodes of the parameters that unresolved code may have stored on
    some path: it may use them on any path that follows; `parameters_of_results` are those that an unresolved call received, by its result.
    `received_scalers` are the gradient scalers that it has received. `layers` are the names under which the program stores modules in
    values: these are modules with a layer that is replaced. `mappings` are passed as `**value`.
    `symbol_parts` are the parts of symbols, for joins.
    """

    never_none: set[Symbol] = field(default_factory=set)
    filled: set[Symbol] = field(default_factory=set)
    numbers: set[Symbol] = field(default_factory=set)
    trained: set[Symbol] = field(default_factory=set)
    declared: dict[Symbol, Declared] = field(default_factory=dict)
    defaults: dict[Symbol, Constant] = field(default_factory=dict)
    keywords: dict[int, Mapping[str, Spelling]] = field(default_factory=dict)
    reachable_parameters: set[int] = field(default_factory=set)
    parameters_of_results: dict[Symbol, frozenset[int]] = field(default_factory=dict)
    received_scalers: set[int] = field(default_factory=set)
    layers: set[str] = field(default_factory=set)
    mappings: set[Symbol] = field(default_factory=set)
    symbol_parts: SymbolParts = field(default_factory=SymbolParts)

    def is_never_none(self, symbol: Symbol) -> bool:
        """Return True if a value is never None."""
        return symbol in self.never_none or (isinstance(symbol, Element | Item) and symbol.of in self.filled)

    def use_as_numbers(self, values: Iterable[Value]) -> None:
        """Record unknown values that the program uses as numbers or sizes: they are not modules."""
        self.numbers.update(value.symbol for value in values if type(value) is Unknown)
