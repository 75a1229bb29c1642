"""Origins of unresolved values: the lattice by which a value is presumed to have a graph or not (`reuse.data_nodes`)."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import Final

from graphlint.engine.domain import terms
from graphlint.engine.domain.graph import Graph
from graphlint.engine.domain.symbols import is_text
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.unresolved_results import LISTS_PARAMETERS

NAMED: Final = (terms.Name, terms.Member, terms.ConstantSymbol, terms.AttributeSymbol)
"""The values that a program only names, and that are presumed to have no graph: imports, settings."""


class SymbolOrigin(enum.Flag):
    """The origin of an unresolved value, which tells whether it has a graph. A value computed from several has what their origins share."""

    NAMED = enum.auto()
    """The program reads it by its name, as an import or a setting, or imported code has made it."""
    SETTING = enum.auto()
    """The program reads it from an object or a mapping, the constructor received it, or it is computed from such values."""
    DATA = enum.auto()
    """The root does not receive it, nor does a field of its object hold it: an element, a part of a batch, what the program only names."""


EVERYWHERE: Final = SymbolOrigin.NAMED | SymbolOrigin.SETTING | SymbolOrigin.DATA
NOWHERE: Final = SymbolOrigin(0)


def origin_of(graph: Graph, symbol: Symbol, numbers: frozenset[Symbol] = frozenset()) -> SymbolOrigin:
    """Return where a value comes from. `numbers` are parameters that are numbers: they are settings."""
    unresolved = graph.unresolved
    found = NOWHERE
    if any(symbol in table for table in (unresolved.sizes, unresolved.batches, unresolved.modules)):
        found |= SymbolOrigin.DATA
    if symbol in unresolved.imported:
        return EVERYWHERE
    if isinstance(symbol, int):
        if symbol <= graph.start or symbol in unresolved.sizes or symbol in numbers:
            found |= SymbolOrigin.SETTING
        if symbol in unresolved.alternatives:
            found |= _common(graph, unresolved.alternatives[symbol], numbers) & ~SymbolOrigin.SETTING
    elif isinstance(symbol, NAMED):
        found = EVERYWHERE
    elif isinstance(symbol, terms.FieldSymbol):
        found |= SymbolOrigin.SETTING
    elif isinstance(symbol, terms.InstanceSymbol) or (isinstance(symbol, terms.Element) and not lists_parameters(symbol.of)):
        found |= SymbolOrigin.DATA
    elif isinstance(symbol, terms.Item):
        found |= origin_of(graph, symbol.of, numbers) | (SymbolOrigin.SETTING if is_text(symbol.key) else NOWHERE)
    elif isinstance(symbol, terms.CallSymbol):
        held = origin_of(graph, symbol.receiver, numbers)
        found |= held & ~SymbolOrigin.DATA if lists_parameters(symbol) else held
    elif isinstance(symbol, terms.Unary | terms.OperationSymbol | terms.Remainder | terms.And | terms.Or):
        operands = symbol.symbols()
        common = _common(graph, operands, numbers)
        found |= common & SymbolOrigin.SETTING if isinstance(symbol, terms.OperationSymbol) else NOWHERE
        found |= common & SymbolOrigin.DATA if isinstance(symbol, terms.Unary) or len(operands) == 2 else NOWHERE
    return found


def _common(graph: Graph, symbols: Iterable[Symbol], numbers: frozenset[Symbol]) -> SymbolOrigin:
    """Return what the origins of several values have in common."""
    found = EVERYWHERE
    for symbol in symbols:
        found &= origin_of(graph, symbol, numbers)
    return found


def lists_parameters(symbol: Symbol) -> bool:
    """Return True for the parameters of an unresolved module, also for the items of an iterator over them: only a module lists them."""
    while isinstance(symbol, terms.Element | terms.Item):
        symbol = symbol.of
    return isinstance(symbol, terms.CallSymbol) and symbol.method in LISTS_PARAMETERS


def is_part_of_data(graph: Graph, symbol: Symbol) -> bool:
    """Return True if a value is one that the program only names, or a part of one. An element may be one of a list of gradients."""
    return SymbolOrigin.NAMED in origin_of(graph, symbol)


def is_import(symbol: Symbol) -> bool:
    """Return True if a value is a name of an unresolved module."""
    return isinstance(symbol, terms.Name | terms.Member) or (isinstance(symbol, terms.AttributeSymbol) and is_import(symbol.of))
