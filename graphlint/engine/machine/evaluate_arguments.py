"""The evaluation of the arguments of a call."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from graphlint.autograd.events import Site
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Ref, Unknown, Value
from graphlint.engine.machine.arguments import Arguments, Spelling
from graphlint.engine.machine.value_facts import ValueFacts
from graphlint.ir.instructions import Argument, Operand


def evaluate_arguments(
    items: Sequence[Argument],
    state: State,
    site: Site,
    value_of: Callable[[State, Operand], Value],
    elements: Callable[[State, Value], tuple[Value, ...] | None],
    facts: ValueFacts,
) -> Arguments:
    """Evaluate the arguments of a call; star arguments with known elements are expanded.

    Args:
        facts: what is known of values: the keywords in the dict of each `**` parameter. What is passed as `**value` is noted as a mapping.
    """
    positional: list[Value] = []
    keywords: dict[str, Value] = {}
    spread: list[Value] = []
    forwarded: dict[str, Spelling] = {}
    opened = displaced = False
    for item in items:
        value = value_of(state, item.value)
        if item.name is not None:
            keywords[item.name] = value
        elif item.stars == 0:
            (spread if displaced else positional).append(value)
        elif item.stars == 1:
            known = elements(state, value)
            if known is None and not displaced:
                positional.extend(certain := _prefix(state, value))
                spread.extend(_inside(state, value)[len(certain) :])
                displaced = True
                continue
            (spread if displaced else positional).extend(_inside(state, value) if known is None else known)
        elif isinstance(value, Ref) and value.kind == "dict":
            obj = state.get(value.number)
            opened = opened or not obj.exact
            keywords.update({key: item for key, item in obj.fields.items() if isinstance(key, str)})
            received = facts.keywords.get(value.number, {})
            # The wrapper may have replaced a keyword that it received.
            forwarded.update({name: item for name, item in received.items() if obj.fields.get(name) is item.value})
        else:
            opened = True
            spread.append(value)
            if isinstance(value, Unknown):
                facts.mappings.add(value.symbol)
    return Arguments(tuple(positional), keywords, site, opened or displaced, tuple(spread), forwarded)


def _inside(state: State, value: Value) -> Sequence[Value]:
    """Return the known elements of a sequence whose elements are not all known; the value itself stands for those of an unresolved one."""
    return state.get(value.number).items if isinstance(value, Ref) else (value,)


def _prefix(state: State, value: Value) -> Sequence[Value]:
    """Return the elements that a sequence certainly begins with."""
    return state.get(value.number).items[: state.get(value.number).container.prefix] if isinstance(value, Ref) else ()
