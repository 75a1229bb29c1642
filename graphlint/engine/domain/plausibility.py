"""What a path rests on: the conditions that were decided on it, and whether a raise that needs them proves anything."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from graphlint.autograd.events import Event, Raised, Site
from graphlint.engine.domain.indices import Difference

Decisions: TypeAlias = Mapping[Hashable, bool]

MANY = 3
"""So many settings that differ are not met by chance; one or two may be because a path between was not followed."""


@dataclass(slots=True)
class Walks:
    """Under which conditions backwards were walked, by their site, and under which they raised for want of a graph."""

    walked: dict[Site, list[Decisions]] = field(default_factory=dict)
    failed: list[tuple[Raised, Decisions]] = field(default_factory=list)

    def implausible(self) -> Iterator[Event]:
        """Yield the raises on paths that the program is presumed not to take, where another path has the graph.

        Either two paths that backpropagate differ from the one that raises in nothing common, or all that were followed differ in many
        settings, or one differs in the shapes of computed tensors only: these follow from the program and are no setting.
        """
        for raised, decided in self.failed:
            others = [found for other in self.walked.get(raised.site, ()) if (found := _differing(decided, other))]
            if others and (
                min(map(len, others)) >= MANY
                or any(one.isdisjoint(two) for one in others for two in others)
                or any(all(map(_is_shape, found)) for found in others)
            ):
                yield raised


def _differing(one: Decisions, two: Decisions) -> frozenset[Hashable]:
    """What two paths have decided differently: the values that were tested, each once however often it is compared."""
    differing = (key for key, truth in one.items() if two.get(key, truth) is not truth)
    return frozenset(_tested(key) for key in differing if not isinstance(key, Difference))


def _is_shape(value: Hashable) -> bool:
    """Test whether a tested value is the shape of a tensor that the program has computed."""
    return isinstance(value, tuple) and value[:1] == ("tensor attribute",) and value[2:] == ("shape",)


def _tested(key: Hashable) -> Hashable:
    if isinstance(key, tuple) and len(key) > 1:
        if key[0] == "not":
            return _tested(key[1])
        if key[0] == "or" and len(parts := {_tested(part) for part in key[1:]}) == 1:
            return parts.pop()
        if key[0] in ("==", "is", "in", "equals"):
            value: Hashable = key[1]
            return value
    return key


def dubious(decided: Decisions) -> bool:
    """Whether a path rests on guards that may exclude one another: such a path proves no raise.

    Guards that all ask for a multiple (`i % k == 0`) do not: 0 is one of each. Those of different offsets (`(i + 1) % k == 0`) may.
    """
    tested: dict[Hashable, tuple[bool, Hashable]] = {}
    for key, truth in decided.items():
        counted = None if isinstance(key, tuple) and key and key[0] == "not" else _counted(key)
        if counted is None:
            continue
        symbol, offset = counted
        mine = (_asks_for_multiple(key, truth), offset)
        if symbol in tested and not (mine[0] and tested[symbol] == mine):
            return True
        tested[symbol] = mine
    return False


def _asks_for_multiple(key: Hashable, truth: bool) -> bool:
    """Whether a test of a remainder, decided so, says that there is none."""
    if isinstance(key, tuple) and key[0] == "==":
        return truth and key[2] == ("constant", "0")
    return isinstance(key, tuple) and key[0] == "%" and not truth


def _counted(key: Hashable) -> tuple[Hashable, Hashable] | None:
    """The value of which a condition tests the remainder, and what is added to it, None for other conditions: guards like `i % 2 == 0` and
    `i % 3 == 0` may exclude one another."""
    if isinstance(key, tuple) and len(key) > 1:
        if key[0] == "not":
            return _counted(key[1])
        if key[0] in ("==", "<", ">", "<=", ">=") and isinstance(key[1], tuple) and key[1] and key[1][0] == "%":
            return _counted(key[1])
        if key[0] == "%":
            dividend = key[1]
            if isinstance(dividend, tuple) and len(dividend) == 3 and dividend[0] in ("+", "-") and is_constant(dividend[2]):
                return dividend[1], (dividend[0], dividend[2])
            return dividend, None
    return None


def is_constant(key: Hashable) -> bool:
    """Test whether a key is that of a constant."""
    return isinstance(key, tuple) and len(key) == 2 and key[0] == "constant"
