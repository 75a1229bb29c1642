"""Strings formatted from a template and values: by `%`, by `format`."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Items

from graphlint.engine.domain import terms
from graphlint.engine.domain.symbols import symbol_of
from graphlint.engine.domain.values import NO, Constant, Sequence, Unknown, Value
from graphlint.engine.machine.machine import Machine


def by_percent(machine: Machine, template: Constant, value: Value) -> Value:
    """Return `template % value`; the value is a tuple for several values."""
    values = value.items if isinstance(value, Sequence) else (value,)
    return _made(machine, "%", template, values, lambda known: str(template.value) % known)


def by_format(machine: Machine, template: Constant, values: Items[Value]) -> Value:
    """Return `template.format(*values)`."""
    return _made(machine, "format", template, values, lambda known: str(template.value).format(*known))


def _made(
    machine: Machine, how: str, template: Constant, values: Items[Value], make: Callable[[tuple[object, ...]], str]
) -> Constant | Unknown:
    """Return the formatted string if all values are known, else a value that is equal for equal values."""
    if not all(isinstance(value, Constant | Unknown) for value in values):
        return machine.plain()
    known = tuple(value.value for value in values if isinstance(value, Constant))
    if len(known) < len(values):
        return Unknown(terms.Text(how, (symbol_of(template), *map(symbol_of, values))), NO)
    try:
        return Constant(make(known))
    except (TypeError, ValueError, LookupError, AttributeError):
        return machine.plain()
