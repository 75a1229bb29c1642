"""The terms of operations and conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from graphlint.autograd.events import Site
from graphlint.engine.domain.path_facts import BoundPassed
from graphlint.engine.domain.term import Symbol, Term, compare
from graphlint.engine.domain.terms.values import ConstantSymbol

if TYPE_CHECKING:
    from typing_extensions import Self


class Unary(Term):
    """An operator with one operand."""

    __slots__ = ()
    operator: str
    operand: Symbol


class OperationSymbol(Term):
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
    """A comparison by order: `operator` is `<` or `<=`. Of `>` and `>=`, the constructor exchanges the operands."""

    __slots__ = ()
    operator: str
    left: Symbol
    right: Symbol

    def __new__(cls, *fields: Any) -> Self:
        operator, left, right = fields
        return super().__new__(cls, *((_EXCHANGED[operator], right, left) if operator in _EXCHANGED else fields))


class Equals(Term):
    """A test of equality. The constructor orders the operands: a constant is the right one."""

    __slots__ = ()
    left: Symbol
    right: Symbol

    def __new__(cls, *fields: Any) -> Self:
        return super().__new__(cls, *_ordered(*fields))


class Is(Term):
    """A test of identity. The constructor orders the operands as those of `Equals`."""

    __slots__ = ()
    left: Symbol
    right: Symbol

    def __new__(cls, *fields: Any) -> Self:
        return super().__new__(cls, *_ordered(*fields))


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


class LiteralSymbol(Term):
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
    return Comparison(operator, left, right) if operator in ORDER else OperationSymbol(operator, left, right)


def remainder_in(condition: Symbol) -> Remainder | None:
    """Return the remainder that a condition tests or compares, None if it is another condition."""
    if type(condition) is Equals or type(condition) is Comparison:
        left, right = condition.left, condition.right
        return left if type(left) is Remainder else right if type(right) is Remainder else None
    return condition if type(condition) is Remainder else None


def _ordered(left: Symbol, right: Symbol) -> tuple[Symbol, Symbol]:
    """Return two operands of which neither is the first, in an order that does not depend on how the program writes them."""
    if type(right) is ConstantSymbol:
        return left, right
    return (right, left) if type(left) is ConstantSymbol or compare(left, right) > 0 else (left, right)


ORDER: Final = frozenset(("<", "<=", ">", ">="))
"""The operators of comparisons by order."""

_EXCHANGED: Final = {">": "<", ">=": "<="}
