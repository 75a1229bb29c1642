"""The facts that a path knows of attributes, items and parts of values, and whether the program can read them again."""

from __future__ import annotations

from collections.abc import Iterator, Set

from graphlint.engine.domain import terms
from graphlint.engine.domain.parts import LEAVES
from graphlint.engine.domain.state import State
from graphlint.engine.domain.term import Symbol, Term
from graphlint.engine.domain.values import Ref, Tensor, Unknown


def can_be_read(symbol: object, alive: Set[object]) -> bool:
    """Return True for an unknown value that a variable references, or that a later read of an attribute or item may yield.

    Args:
        symbol: the symbol of the value.
        alive: the symbols and the numbers of tensors and objects that variables reference.
    """
    while symbol not in alive:
        if not isinstance(symbol, Term):
            return not isinstance(symbol, int)
        if type(symbol) is terms.Deep:
            return False
        symbol = symbol.first_part()
    return True


def _always_readable(symbol: Term) -> bool:
    """Return True for the symbol of a value that a later read may yield although no variable references what it is read from."""
    part: object = symbol
    while isinstance(part, Term):
        if type(part) is terms.Deep:
            return False
        part = part.first_part()
    return not isinstance(part, int)


def forget_unreadable(state: State) -> None:
    """Remove what the path knows of attributes, items and parts of values that no variable can reach."""
    unread = [symbol for symbol in state.known if isinstance(symbol, Term) and not _always_readable(symbol)]
    if not unread:
        return
    stack: list[object] = [value for symbol, value in state.known.items() if not isinstance(symbol, Term)]
    stack += [state.result, *state.callbacks, *state.facts.obtained.values()]
    stack += [value for obj in state.heap.values() if obj.kind == "scope" for value in obj.fields.values() if type(value) not in LEAVES]
    waiting: dict[Symbol, list[Term]] = {}
    for symbol in unread:
        for owner in _owners(symbol):
            waiting.setdefault(owner, []).append(symbol)
    remaining = set(unread)
    for value in state.values_below(stack):
        number = value.symbol if type(value) is Unknown else value.number if type(value) is Ref or type(value) is Tensor else None
        for symbol in waiting.pop(number, ()) if number is not None and number in waiting else ():
            if symbol in remaining:
                remaining.remove(symbol)
                stack.append(state.known[symbol])
        if not remaining:
            return
    for symbol in remaining:
        del state.known[symbol]
    state.stored -= remaining


def _owners(symbol: Symbol) -> Iterator[Symbol]:
    """Yield a symbol and the values of which it is an attribute, an item or a part: if any of them can be reached, it can be read."""
    part: object = symbol
    while isinstance(part, (Term, int)):
        yield part
        part = part.first_part() if isinstance(part, Term) and not isinstance(part, terms.Deep) else None
