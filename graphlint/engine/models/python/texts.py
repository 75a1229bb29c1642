"""Strings formatted from a template and values: by `%`, by `format`; and methods of strings."""

from __future__ import annotations

import re
from collections.abc import Callable
from collections.abc import Sequence as Items
from typing import Final

from graphlint.engine.domain import terms
from graphlint.engine.domain.constants import is_small
from graphlint.engine.domain.state import State
from graphlint.engine.domain.symbols import symbol_of
from graphlint.engine.domain.values import NO, Constant, Sequence, Unknown, Value
from graphlint.engine.machine.machine import Machine

METHODS: Final = frozenset(
    """startswith endswith isdigit isdecimal isalpha isalnum isnumeric isupper islower isspace lower upper casefold strip lstrip rstrip
    find rfind split rsplit partition rpartition replace removeprefix removesuffix""".split()
)
"""Methods that only strings have if their arguments are texts: the same call on the same string has the same result."""


_MAY_BE_WIDE: Final = re.compile(r"\d{4}|\*|\{[^{}]*\{")
"""A width in a template that is large, or given by a value: the text might not fit in memory."""


def are_texts(values: Items[Value]) -> bool:
    """Return True if all values are known strings, or tuples of known strings."""
    return all(
        are_texts(value.items) if isinstance(value, Sequence) else isinstance(value, Constant) and isinstance(value.value, str)
        for value in values
    )


def call(machine: Machine, state: State, receiver: str, name: str, arguments: Items[Value]) -> Value:
    """Call a method of a known string: computed if its arguments are known strings, too, or the greatest number of splits."""
    splits = arguments[1:] if name in ("split", "rsplit") else ()
    texts, numbers = arguments[: len(arguments) - len(splits)], [value.value for value in splits if isinstance(value, Constant)]
    given = [tuple(map(_text, value.items)) if isinstance(value, Sequence) else _text(value) for value in texts]
    if name not in METHODS or not are_texts(texts) or len(numbers) < len(splits) or not all(map(is_small, (receiver, *given))):
        return machine.plain()
    try:
        result = getattr(receiver, name)(*given, *numbers)
    except (TypeError, ValueError):
        return machine.plain()
    if isinstance(result, tuple):
        return Sequence(tuple(map(Constant, result)))
    if not isinstance(result, list):
        return Constant(result)
    ref = machine.allocate(state, "list")
    state.get(ref.number).items = [Constant(part) for part in result]
    return ref


def _text(value: Value) -> str:
    return value.value if isinstance(value, Constant) and isinstance(value.value, str) else ""


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
    if len(known) < len(values) or _MAY_BE_WIDE.search(str(template.value)) or not all(map(is_small, (template.value, *known))):
        return Unknown(terms.Text(how, (symbol_of(template), *map(symbol_of, values))), NO)
    try:
        return Constant(make(known))
    except (TypeError, ValueError, LookupError, AttributeError):
        return machine.plain()
