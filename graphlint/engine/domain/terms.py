"""The terms of values, operations and conditions; see `term`."""

from __future__ import annotations

from graphlint.autograd.events import Site
from graphlint.engine.domain.term import Symbol, Term


class Constant(Term):
    """A Python constant, by its repr: True and 1 are different."""

    text: str


class Tensor(Term):
    """The symbol of a tensor."""

    number: int


class Object(Term):
    """An object on the heap."""

    number: int


class Api(Term):
    """A library object by its qualified name."""

    name: str


class Tuple(Term):
    """A tuple of values."""

    items: tuple[Symbol, ...]


class Identity(Term):
    """A value of another kind, which equals only itself."""

    value: object


class Deep(Term):
    """Stands for a term of many nested terms: its hash, and nothing of its parts."""

    digest: str


class Name(Term):
    """A name that no resolved code of a file binds."""

    path: str
    name: str


class Member(Term):
    """An attribute of a module of the project that cannot be resolved."""

    module: str
    name: str


class Unbound(Term):
    """A name that is not bound on the path."""

    name: object


class Field(Term):
    """An attribute of a resolved object that no resolved code has set."""

    object: int
    name: str


class Attribute(Term):
    """An attribute of an unknown value."""

    of: Symbol
    name: str


class Item(Term):
    """An item of an unknown value, or of a module."""

    of: Symbol
    key: Symbol


class Element(Term):
    """An element of an iterable; `time` is the number at which an iteration reached it."""

    of: Symbol
    time: int


class Index(Term):
    """The sequence of indices of a loop, by the bounds of its range."""

    bounds: tuple[Symbol, ...]


class Call(Term):
    """The result of a method of an unknown value; `time` is 0 if equal arguments give equal results."""

    receiver: Symbol
    method: str
    time: int
    arguments: tuple[Symbol, ...]


class Instance(Term):
    """An instance of an unresolved class; `result` is the symbol of the constructor's result."""

    name: str
    result: Symbol


class Array(Term):
    """A new NumPy array with a known number of dimensions."""

    number: int
    dimensions: int


class Entered(Term):
    """The result of entering an unresolved context manager."""

    manager: Symbol


class Rest(Term):
    """The unknown elements of a list or generator."""

    object: int


class Position(Term):
    """The slot of a list at an index."""

    at: Symbol


class OpenSlot(Term):
    """The slot of a dict under an unknown key."""

    key: Symbol


class Training(Term):
    """The attribute `training` of a module."""

    module: int


class TensorAttribute(Term):
    """An attribute of a tensor, such as `shape`."""

    tensor: int
    name: str


class RequiresGrad(Term):
    """The attribute `requires_grad` or `is_leaf` of a tensor at a node."""

    name: str
    tensor: int
    node: int


class HasGradFn(Term):
    """The attribute `grad_fn` of a tensor, in a condition: None or a node."""

    tensor: int
    node: int


class Length(Term):
    """The result of `len()`."""

    of: Symbol


class TypeOf(Term):
    """The result of `type()`."""

    of: Symbol


class Text(Term):
    """A string formatted from `values`; `template` identifies the way, such as the place of an f-string."""

    template: str
    values: tuple[Symbol, ...]


class Sum(Term):
    """The result of `sum()` over values without a graph."""

    time: int
    items: tuple[Symbol, ...]


class Device(Term):
    """A call of `torch.device`."""

    arguments: tuple[Symbol, ...]


class Count(Term):
    """A counter of iterations in one iteration of its loop, None outside of the loop."""

    counter: Symbol | Site
    iteration: int


# Parts of the result of an opaque forward


class Part(Term):
    """A part of an unresolved result, which is represented by a tensor."""

    tensor: int
    selector: Term


class AtKey(Term):
    """The item under a key."""

    key: Symbol


class AtIndex(Term):
    """The position in an unpacking assignment."""

    place: int


class AtAttribute(Term):
    """An attribute."""

    name: str


class AtData(Term):
    """The attribute `data`, which a result that is a tensor has."""


class AtMethod(Term):
    """The result of a method."""

    name: str
    arguments: tuple[Symbol, ...]


class AtRow(Term):
    """The element of an iteration."""

    time: int


# Operations and conditions


class Unary(Term):
    """An operator with one operand."""

    operator: str
    operand: Symbol


class Operation(Term):
    """An operator with two operands for which there is no other term."""

    operator: str
    left: Symbol
    right: Symbol


class Remainder(Term):
    """The operator `%`."""

    dividend: Symbol
    divisor: Symbol


class Comparison(Term):
    """A comparison by order: `operator` is `<`, `<=`, `>` or `>=`."""

    operator: str
    left: Symbol
    right: Symbol


class Equals(Term):
    """A test of equality."""

    left: Symbol
    right: Symbol


class Is(Term):
    """A test of identity."""

    left: Symbol
    right: Symbol


class Contains(Term):
    """The test `element in container`; `time` is that of the test of a mutable container, else 0."""

    element: Symbol
    container: Symbol
    time: int


class IsInstance(Term):
    """The test of a value's class, by the names of the classes, or their symbols if they are unresolved."""

    of: Symbol
    classes: tuple[Symbol | str, ...]


class HasAttribute(Term):
    """The result of `hasattr()`."""

    of: Symbol
    name: object


class Literal(Term):
    """An operand of `and` or `or` whose truth is known."""

    value: object


class Not(Term):
    """A negation."""

    operand: Symbol


class And(Term):
    """A conjunction: the value of `and`."""

    operands: tuple[Symbol, ...]


class Or(Term):
    """A disjunction: the value of `or`."""

    operands: tuple[Symbol, ...]


class GradientMissing(Term):
    """The condition that the gradients of leaves are None, after the contributions of these backward passes."""

    leaves: tuple[int, ...]
    contributions: tuple[int, ...]


class BoundPassed(Term):
    """The fact that a counter has passed a bound."""

    operator: str
    bound: object


class BoundComparison(Term):
    """The comparison of a counter with a bound that no executed iteration reaches; `now` is its result in the current iteration."""

    passed: BoundPassed
    now: bool
    left: object
    right: object


class FinalCount(Term):
    """The comparison of a counter with a bound after its loop, whose last iteration is not executed."""

    operator: str
    counter: Site
    value: object
    bound: object


def binary(operator: str, left: Symbol, right: Symbol) -> Term:
    """Return the term of an operator with two operands."""
    if operator == "==":
        return Equals(left, right)
    if operator == "%":
        return Remainder(left, right)
    return Comparison(operator, left, right) if operator in ORDER else Operation(operator, left, right)


ORDER = frozenset(("<", "<=", ">", ">="))
"""The operators of `Comparison`."""
