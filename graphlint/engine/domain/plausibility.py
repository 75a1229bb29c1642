"""Plausibility of errors: the path conditions under which a backward raises, compared with those under which it succeeds.

An error that needs a combination of conditions which the program probably excludes is not reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from graphlint.autograd.events import Context, Event, Fault, Raised, Site
from graphlint.autograd.presumptions import Presumption, Presumptions
from graphlint.engine.domain.element_tests import ElementTests
from graphlint.engine.domain.symbols import symbol_of
from graphlint.engine.domain.term import Symbol, Term
from graphlint.engine.domain.terms import (
    ConstantSymbol,
    Contains,
    Element,
    Equals,
    Is,
    IsInstance,
    Item,
    Not,
    OperationSymbol,
    Or,
    Remainder,
    TensorAttribute,
    constant,
    remainder_in,
)
from graphlint.engine.domain.values import Constant

Decisions: TypeAlias = Mapping[Symbol, bool]

WITHOUT_GRAPH: Final = (Fault.NO_GRAPH, Fault.INPUT_WITHOUT_GRAD, Fault.UNUSED_INPUT)
"""Errors of a backward whose outputs or inputs have no graph, or are not in the same one."""


OMISSIONS: Final = (Fault.NEVER_SCALED, Fault.UPDATED_WITHOUT_STEP)
"""Errors of a gradient scaler because an earlier call is missing."""


@dataclass(slots=True)
class OutcomeConditions:
    """The path conditions of outcomes that may differ between paths through one statement: backwards, in-place changes, calls of scalers.

    `succeeded` are of backwards that do not raise, `changed` of in-place changes and of calls of scalers that PyTorch accepts, `failed` of
    errors. `gradients` are the results of `autograd.grad` for unresolved inputs: one of them is None if the outputs do not depend on the
    input. `element_tests` are the conditions of loops on their elements.
    """

    succeeded: dict[Site, list[Decisions]] = field(default_factory=dict)
    failed: list[tuple[Raised, Decisions]] = field(default_factory=list)
    changed: dict[tuple[Site, Context], list[Decisions]] = field(default_factory=dict)
    gradients: set[Symbol] = field(default_factory=set)
    element_tests: ElementTests = field(default_factory=ElementTests)

    def implausible(self, defaults: Mapping[Symbol, Constant], presumptions: Presumptions) -> Iterator[Event]:
        """Yield the errors on paths that the program is presumed not to take.

        `defaults` are the defaults of parameters that no resolved caller passes, by symbol.
        """
        for raised, decided in self.failed:
            if raised.fault in OMISSIONS:
                avoided = self._is_called_otherwise(raised, decided)
            elif raised.fault in WITHOUT_GRAPH:
                avoided = self._has_graph_otherwise(raised, decided)
            else:
                avoided = self._is_accepted_otherwise(raised, decided, defaults)
            if avoided and presumptions.hold(Presumption.UNLIKELY_PATHS):
                yield raised

    def _is_accepted_otherwise(self, raised: Raised, decided: Decisions, defaults: Mapping[Symbol, Constant]) -> bool:
        """Return True if a condition decides whether PyTorch accepts an in-place change, and nothing shows on which side the program is.

        The default of an argument shows it, and so does a caller: its call has a context of its own.
        """
        for other in self.changed.get((raised.site, raised.context), ()):
            differing = _differing(decided, other)
            if any(_by_default(symbol, defaults) is not decided[symbol] for symbol in differing):
                return True
        return False

    def _is_called_otherwise(self, raised: Raised, decided: Decisions) -> bool:
        """Return True if another path has the missing call, unless only a counter tells them apart: it leaves out the call regularly.

        Paths that differ in no condition differ in the number of iterations of a loop, which may be zero only on this path.
        """
        others = (_differing(decided, other) for other in self.changed.get((raised.site, raised.context), ()))
        return any(not differing or any(_counted(symbol) is None for symbol in differing) for differing in others)

    def _has_graph_otherwise(self, raised: Raised, decided: Decisions) -> bool:
        """Return True if another path through the same backward has a graph, and the program is presumed not to take this one.

        A path is presumed not to be taken if two successful paths differ from it in disjoint sets of conditions, or if one differs only in
        shapes of tensors, in the classes of objects, in gradients that are None, and in tests of the elements of an earlier loop, which
        follow from the program: of the modules of an unresolved network, some have the class or the name for which it tests.
        """
        in_progress = frozenset(turn.run for turn in raised.context.iterations)
        others = self._tested_sides(decided, self.succeeded.get(raised.site, ()), in_progress)
        return any(one.isdisjoint(two) for one in others for two in others) or any(
            all(self._follows_from_program(value, in_progress) for value in conditions) for conditions in others
        )

    def _tested_sides(self, decided: Decisions, others: Iterable[Decisions], in_progress: frozenset[int]) -> set[frozenset[Symbol]]:
        """Return the values whose tests tell a path from each of others; those that differ from it in none are left out.

        A test of the element of an earlier loop stands for itself: it decides nothing about other elements.
        """
        sides: set[frozenset[Symbol]] = set()
        for other in others:
            differing = _differing(decided, other)
            sides.add(frozenset(item if self.element_tests.decides_element(item, in_progress) else _tested(item) for item in differing))
        return sides - {frozenset()}

    def _follows_from_program(self, value: Symbol, in_progress: frozenset[int]) -> bool:
        """Return True if a tested value is a shape, the class of an object, or a gradient, or if a test is one of an element."""
        if self.element_tests.decides_element(value, in_progress):
            return True
        gradient = value.of if isinstance(value, Item | Element) else value
        return _is_shape(value) or isinstance(value, IsInstance) or gradient in self.gradients


def _by_default(symbol: Symbol, defaults: Mapping[Symbol, Constant]) -> bool | None:
    """Return the truth of a condition on a parameter if the caller leaves out the argument, None if this is unknown."""
    if symbol in defaults:
        return bool(defaults[symbol].value)
    if isinstance(symbol, Not):
        inner = _by_default(symbol.operand, defaults)
        return None if inner is None else not inner
    if isinstance(symbol, Equals | Is) and symbol.left in defaults and isinstance(symbol.right, ConstantSymbol):
        return symbol.right == symbol_of(defaults[symbol.left])
    return None


def _differing(one: Decisions, two: Decisions) -> list[Symbol]:
    """Return the conditions that two paths have decided differently."""
    return [symbol for symbol, truth in one.items() if two.get(symbol, truth) is not truth]


def _is_shape(value: Symbol) -> bool:
    """Return True if a tested value is the shape of a tensor, or computed from one."""
    if isinstance(value, TensorAttribute):
        return value.name in ("shape", "ndim")
    return isinstance(value, Term) and any(map(_is_shape, value.symbols()))


def _tested(symbol: Symbol) -> Symbol:
    if isinstance(symbol, Not):
        return _tested(symbol.operand)
    if isinstance(symbol, Or) and len(parts := {_tested(part) for part in symbol.operands}) == 1:
        return parts.pop()
    if isinstance(symbol, Equals | Is):
        return symbol.left
    if isinstance(symbol, Contains):
        return symbol.element
    return symbol


def dubious(decided: Decisions) -> bool:
    """Return True if a path rests on remainder tests that may exclude each other: an error on such a path is not certain.

    Tests for a multiple (`i % k == 0`) do not exclude each other, since 0 satisfies all of them. Those of different offsets
    (`(i + 1) % k == 0`) may.
    """
    tested: dict[Symbol, tuple[bool, Offset | None]] = {}
    for condition, truth in decided.items():
        counted = None if isinstance(condition, Not) else _counted(condition)
        if counted is None:
            continue
        symbol, offset = counted
        mine = (_asks_for_multiple(condition, truth), offset)
        if symbol in tested and not (mine[0] and tested[symbol] == mine):
            return True
        tested[symbol] = mine
    return False


def _asks_for_multiple(symbol: Symbol, truth: bool) -> bool:
    """Return True if a remainder test, decided as `truth`, requires a remainder of 0."""
    if isinstance(symbol, Equals):
        return truth and symbol.right == constant(0)
    return isinstance(symbol, Remainder) and not truth


Offset: TypeAlias = "tuple[str, Symbol]"
"""The operator and the constant with which a value is offset."""


def _counted(symbol: Symbol) -> tuple[Symbol, Offset | None] | None:
    """Return the value whose remainder a condition tests, and the offset added to it; None for other conditions.

    Guards such as `i % 2 == 0` and `i % 3 == 1` on one value may exclude each other.
    """
    if type(symbol) is Not:
        return _counted(symbol.operand)
    remainder = remainder_in(symbol)
    if remainder is None:
        return None
    dividend = remainder.dividend
    if isinstance(dividend, OperationSymbol) and dividend.operator in ("+", "-") and isinstance(dividend.right, ConstantSymbol):
        return dividend.left, (dividend.operator, dividend.right)
    return dividend, None
