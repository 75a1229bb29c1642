"""Methods that the built-in objects of Python 3 do not have, of Python 2 or of tensors: to call one raises an AttributeError."""

from __future__ import annotations

from typing import Final

from graphlint.engine.domain.records import LibraryKind
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Class, Ref, Sequence, Value
from graphlint.engine.facts import library_objects
from graphlint.engine.machine.machine import Unbound

OF_DICT: Final = frozenset(("has_key", "iteritems", "iterkeys", "itervalues", "viewitems", "viewkeys", "viewvalues"))
OF_ITERATOR: Final = "next"
"""The method of iterators whose name is `__next__` now. Iterators of PyTorch's data loaders had both until PyTorch 1.13."""
OF_TUPLE: Final = frozenset((*dir(tuple), "numel"))
"""The methods of tuples and of `torch.Size`."""


def require(state: State, receiver: Ref, name: str) -> None:
    """Raise an error for a method that no object of the receiver's class has."""
    if name in OF_DICT:
        missing = receiver.kind == "dict" and not isinstance(state.get(receiver.number).type, Class)
    else:
        missing = name == OF_ITERATOR and _is_built_in_iterator(state, receiver)
    if missing:
        raise Unbound


def require_of_tuple(receiver: Sequence, name: str) -> None:
    """Raise an error for a method that no tuple has: a tensor's, called on the results of a module that returns several."""
    if receiver.type is None and not receiver.fields and name not in OF_TUPLE:
        raise Unbound


def _is_built_in_iterator(state: State, receiver: Ref) -> bool:
    """Return True for a generator, and for the iterator of a built-in container, a generator or a data loader."""
    if receiver.kind == "generator":
        return True
    iterator = library_objects.iterator(state, receiver)
    return iterator is not None and _has_built_in_iterator(state, iterator.source)


def _has_built_in_iterator(state: State, value: Value) -> bool:
    if isinstance(value, Ref):
        if value.kind == "helper":
            return library_objects.sources_of(state, value)[0] is LibraryKind.LOADER
        return value.kind in ("list", "dict", "set", "generator") and not isinstance(state.get(value.number).type, Class)
    return isinstance(value, Sequence)
