"""The terms of operations and conditions."""

from __future__ import annotations

from graphlint.autograd.events import Site
from graphlint.engine.domain.path_facts import BoundPassed
from graphlint.engine.domain.term import Symbol, Term


class Unary(Term):
    """An operator with one operand."""

    __slots__ = ()
    operator: str
    operand: Symbol


class Operation(Term):
    """An operator with two operands for which there is no other term."""

    __slots__ = ()
    operator: str
    left: Symbol
    right: Symbol


class Remainder(Term):
    """The operator `%`."""

    __slots__ = ()
    dividend: Symbol
    divisor: Symbol


class Comparison(Term):
    """A comparison by order: `operator` is `<`, `<=`, `>` or `>=`."""

    __slots__ = ()
    operator: str
    left: Symbol
    right: Symbol


class Equals(Term):
    """A test of equality."""

    __slots__ = ()
    left: Symbol
    right: Symbol


class Is(Term):
    """A test of identity."""

    __slots__ = ()
    left: Symbol
    right: Symbol


class Contains(Term):
    """The test `element in container`; `time` is that of the test of a mutable container, else 0."""

    __slots__ = ()
    element: Symbol
    container: Symbol
    time: int


class IsInstance(Term):
    """The test of a value's class, by the names of the classes, or their symbols if they are unresolved."""

    __slots__ = ()
    of: Symbol
    classes: tuple[Symbol | str, ...]


class HasAttribute(Term):
    """The result of `hasattr()`."""

    __slots__ = ()
    of: Symbol
    name: object


class Literal(Term):
    """An operand of `and` or `or` whose truth is known."""

    __slots__ = ()
    value: object


class Not(Term):
    """A negation."""

    __slots__ = ()
    operand: Symbol


class And(Term):
    """A conjunction: the value of `and`."""

    __slots__ = ()
    operands: tuple[Symbol, ...]


class Or(Term):
    """A disjunction: the value of `or`."""

    __slots__ = ()
    operands: tuple[Symbol, ...]


class GradientMissing(Term):
    """The condition that the gradients of leaves are None, after the contributions of these backward passes."""

    __slots__ = ()
    leaves: tuple[int, ...]
    contributions: tuple[int, ...]


class BoundComparison(Term):
    """The comparison of a counter with a bound that no executed iteration reaches; `now` is its result in the current iteration."""

    __slots__ = ()
    passed: BoundPassed
    now: bool
    left: object
    right: object


class FinalCount(Term):
    """The comparison of a counter with a bound after its loop, whose last iteration is not executed."""

    __slots__ = ()
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
