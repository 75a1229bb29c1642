"""Symbols of values, and comparisons of symbols: which may be equal, and which vary between the iterations of a loop."""

from __future__ import annotations

from collections.abc import Hashable
from collections.abc import Sequence as Items
from dataclasses import dataclass
from hashlib import blake2b

from graphlint.autograd.numbers import RunNumber
from graphlint.engine.domain import terms
from graphlint.engine.domain.bounds import SYMBOL_DEPTH
from graphlint.engine.domain.term import Symbol, Term
from graphlint.engine.domain.values import Api, Constant, Ref, Sequence, Tensor, Unknown, Value


def symbol_of(value: Value) -> Symbol:
    """Return the symbol of a value; that of a deallocated object is never used again."""
    if type(value) is Unknown:
        return _bounded(value.symbol) if isinstance(value.symbol, Term) else value.symbol
    if type(value) is Constant:
        return terms.constant(value.value)
    if type(value) is Tensor:
        return terms.TensorSymbol(value.number)
    if type(value) is Ref:
        return terms.ObjectSymbol(value.number)
    if isinstance(value, Api):
        return terms.ApiSymbol(value.name)
    if isinstance(value, Sequence):
        return _bounded(terms.Tuple(tuple(map(symbol_of, value.items))))
    return terms.Identity(value)


def _bounded(symbol: Term) -> Symbol:
    """Return a symbol, or the opaque one that stands for it if it is too deep: equal for equal symbols only."""
    if not symbol.is_deeper(SYMBOL_DEPTH):
        return symbol
    text: list[str] = []
    values: list[terms.Identity] = []
    _spell(symbol, text, values)
    return terms.Deep(blake2b(" ".join(text).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest(), tuple(values))


def _spell(part: object, text: list[str], values: list[terms.Identity]) -> None:
    """Append the text of a part of a symbol, from which the part could be read again; a value that has no text is appended to `values`."""
    if isinstance(part, terms.Identity):
        text.append(f"#{len(values)}")
        values.append(part)
    elif isinstance(part, tuple):
        fields = part[1:] if isinstance(part, Term) else part
        text.append(f"{type(part).__name__}({len(fields)}")
        for field in fields:
            _spell(field, text, values)
    elif isinstance(part, type):
        text.append(part.__qualname__)
    else:
        text.append(repr(part))


def is_text(symbol: Symbol) -> bool:
    """Return True for the symbol of a string constant."""
    return type(symbol) is terms.ConstantSymbol and symbol.kind is str


def slot_of(value: Value) -> Hashable:
    """Return the slot in which a dict stores the element of a key: equal for equal constants and for the same unknown value."""
    if isinstance(value, Constant) and isinstance(value.value, Hashable):
        return value.value
    symbol = symbol_of(value)
    return terms.OpenSlot(symbol) if _is_open(value) else symbol


def _is_open(value: Value) -> bool:
    """Return True if a value is unknown, or is a tuple with an unknown item."""
    if isinstance(value, Unknown):
        return type(value.symbol) is not terms.Identities
    return isinstance(value, Sequence) and any(map(_is_open, value.items))


def apart(one: Hashable, two: Hashable, runs: Items[RunNumber]) -> bool:
    """Return True if two symbols or slots stand for different values.

    They differ if they are computed in different ways, or from two elements of the same loop run, where `one` is the newer.

    Args:
        one: the current symbol.
        two: an earlier symbol.
        runs: the loop runs in progress.
    """
    if _shape(one) != _shape(two):
        return True
    number = _newest_element(one)
    run = max((item for item in runs if item < number), default=0)
    return run > 0 and _newest_element(two) > run


@dataclass(frozen=True, slots=True)
class Way:
    """The way in which a value is computed: a symbol with 0 for every number in it, of a value, an object, a time or a position.

    Equal attributes of two objects are computed in the same way.
    """

    shape: Hashable


def way(symbol: object) -> Way:
    """Return how a value is computed."""
    return Way(_shape(symbol))


def _shape(symbol: object) -> Hashable:
    if isinstance(symbol, Term):
        return (type(symbol), *map(_shape, symbol.parts()))
    return 0 if type(symbol) is int else symbol


def _newest_element(symbol: object) -> int:
    """Return the time of the newest element that is a part of a symbol, 0 if there is none."""
    if not isinstance(symbol, Term):
        return 0
    own = symbol.time if type(symbol) is terms.Element else 0
    return max(own, *map(_newest_element, symbol.parts()), 0)


def varies(symbol: object, run: RunNumber, runs: Items[RunNumber]) -> bool:
    """Return True if a symbol may differ between the iterations of a loop run.

    Args:
        symbol: the symbol in one of the iterations.
        run: the loop run.
        runs: the loop runs that were in progress when the symbol was created.
    """
    if not isinstance(symbol, Term):
        return type(symbol) is int and symbol > run
    if isinstance(symbol, terms.Element):
        time = symbol.time
        inside = max((item for item in runs if item < time), default=0)
        return inside == run or (inside > run and varies(symbol.of, run, runs))
    if isinstance(symbol, terms.CallSymbol):
        return varies(symbol.receiver, run, runs)
    if isinstance(symbol, terms.Remainder):
        # The number of different remainders is bounded by the divisor, however many numbers are divided.
        return not _is_length_of_object(symbol.divisor) and varies(symbol.divisor, run, runs)
    if isinstance(symbol, terms.Deep) or _is_length_of_object(symbol):
        return True
    return any(varies(part, run, runs) for part in symbol.parts())


def _is_length_of_object(symbol: Symbol) -> bool:
    """Return True for the length of a heap object, which may grow in each iteration."""
    return type(symbol) is terms.Length and type(symbol.of) is terms.ObjectSymbol
