"""The terms of values, and of the parts of unresolved results."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from graphlint.autograd.events import Site
from graphlint.autograd.numbers import ObjectNumber
from graphlint.engine.domain.term import Symbol, Term


class ConstantSymbol(Term):
    """A Python constant and its class: True and 1 are different. `constant` makes one.

    Its value is not a symbol: the number 5 is not the number of a value.
    """

    __slots__ = ()
    kind: type[object]
    value: Hashable

    def parts(self) -> Iterator[object]:
        """Yield the class and the value as one part."""
        yield (self.kind, self.value)

    def symbols(self) -> list[Symbol]:
        """Return no symbols."""
        return []


def constant(value: Hashable) -> ConstantSymbol:
    """Return the term of a Python constant."""
    return ConstantSymbol(type(value), value)


class TensorSymbol(Term):
    """The symbol of a tensor."""

    __slots__ = ()
    number: int


class ObjectSymbol(Term):
    """An object on the heap."""

    __slots__ = ()
    number: int


class ApiSymbol(Term):
    """A library object by its qualified name."""

    __slots__ = ()
    name: str


class Tuple(Term):
    """A tuple of values."""

    __slots__ = ()
    items: tuple[Symbol, ...]


class Identity(Term):
    """A value of another kind, which equals only itself."""

    __slots__ = ()
    value: object


class Deep(Term):
    """Stands for a term of many nested terms, and for no other: it has the digest of its text instead of its parts.

    `values` are the parts that the text does not identify.
    """

    __slots__ = ()
    digest: str
    values: tuple[Identity, ...]


class Name(Term):
    """A name that no resolved code of a file binds."""

    __slots__ = ()
    path: str
    name: str


class Member(Term):
    """An attribute of a module of the project that cannot be resolved."""

    __slots__ = ()
    module: str
    name: str


class Unbound(Term):
    """A name that is not bound on the path."""

    __slots__ = ()
    name: object


class FieldSymbol(Term):
    """An attribute of a resolved object that no resolved code has set."""

    __slots__ = ()
    object: ObjectNumber
    name: str


class AttributeSymbol(Term):
    """An attribute of an unknown value."""

    __slots__ = ()
    of: Symbol
    name: str


class Item(Term):
    """An item of an unknown value, or of a module."""

    __slots__ = ()
    of: Symbol
    key: Symbol


class Element(Term):
    """An element of an iterable; `time` is the number at which an iteration reached it."""

    __slots__ = ()
    of: Symbol
    time: int


class IndexSymbol(Term):
    """The sequence of indices of a loop, by the bounds of its range."""

    __slots__ = ()
    bounds: tuple[Symbol, ...]


class CallSymbol(Term):
    """The result of a method of an unknown value; `time` is 0 if equal arguments give equal results."""

    __slots__ = ()
    receiver: Symbol
    method: str
    time: int
    arguments: tuple[Symbol, ...]


class InstanceSymbol(Term):
    """An instance of an unresolved class; `result` is the symbol of the constructor's result."""

    __slots__ = ()
    name: str
    result: Symbol


class Array(Term):
    """A new NumPy array with a known number of dimensions."""

    __slots__ = ()
    number: int
    dimensions: int


class Entered(Term):
    """The result of entering an unresolved context manager."""

    __slots__ = ()
    manager: Symbol


class Rest(Term):
    """The unknown elements of a list or generator."""

    __slots__ = ()
    object: ObjectNumber


class Position(Term):
    """The slot of a list at an index."""

    __slots__ = ()
    at: Symbol


class OpenSlot(Term):
    """The slot of a dict under an unknown key."""

    __slots__ = ()
    key: Symbol


class Training(Term):
    """The attribute `training` of a module."""

    __slots__ = ()
    module: int


class TensorAttribute(Term):
    """An attribute of a tensor, such as `shape`."""

    __slots__ = ()
    tensor: int
    name: str


class RequiresGrad(Term):
    """The attribute `requires_grad` or `is_leaf` of a tensor at a node."""

    __slots__ = ()
    name: str
    tensor: int
    node: int


class HasGradFn(Term):
    """The attribute `grad_fn` of a tensor, in a condition: None or a node."""

    __slots__ = ()
    tensor: int
    node: int


class Length(Term):
    """The result of `len()`."""

    __slots__ = ()
    of: Symbol


class Identities(Term):
    """The id of any one of several parameters, by their numbers."""

    __slots__ = ()
    numbers: tuple[int, ...]


class TypeOf(Term):
    """The result of `type()`."""

    __slots__ = ()
    of: Symbol


class Text(Term):
    """A string formatted from `values`; `template` identifies the way, such as the place of an f-string."""

    __slots__ = ()
    template: str
    values: tuple[Symbol, ...]


class Sum(Term):
    """The result of `sum()` over values without a graph."""

    __slots__ = ()
    time: int
    items: tuple[Symbol, ...]


class Device(Term):
    """A call of `torch.device`."""

    __slots__ = ()
    arguments: tuple[Symbol, ...]


class Count(Term):
    """A counter of iterations in one iteration of its loop, None outside of the loop."""

    __slots__ = ()
    counter: Symbol | Site
    iteration: int


class AnyParameterName(Term):
    """The name of any one of several parameters, for the iteration of `named_parameters` that has this number."""

    __slots__ = ()
    iteration: int


# Parts of the result of an opaque forward


class PartSymbol(Term):
    """A part of an unresolved result, which is represented by a tensor."""

    __slots__ = ()
    tensor: int
    selector: Term


class AtKey(Term):
    """The item under a key."""

    __slots__ = ()
    key: Symbol


class AtIndex(Term):
    """The position in an unpacking assignment."""

    __slots__ = ()
    place: int


class AtAttribute(Term):
    """An attribute."""

    __slots__ = ()
    name: str


class AtData(Term):
    """The attribute `data`, which a result that is a tensor has."""

    __slots__ = ()


class AtMethod(Term):
    """The result of a method."""

    __slots__ = ()
    name: str
    arguments: tuple[Symbol, ...]


class AtRow(Term):
    """The element of an iteration."""

    __slots__ = ()
    time: int
