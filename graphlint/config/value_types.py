"""Types of setting values: their validation, and their JSON schema."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from graphlint.common.network_paths import is_network_path
from graphlint.common.patterns import invalid_patterns
from graphlint.common.spelling import suggestion
from graphlint.libraries import vocabulary
from graphlint.libraries.assumptions import NEWEST_TORCH
from graphlint.rule.base import Severity

Problems: TypeAlias = "Iterator[str]"
Schema: TypeAlias = "dict[str, Any]"

SELECTOR = "selector"
"""Name of the selector definition in the JSON schema."""
SEVERITIES = [severity.value for severity in Severity]
EFFECTS = [effect.value for effect in vocabulary.Effect]
OLDEST_TORCH = (1, 8)
"""Older versions differ from the model in more than the names that have been removed since."""
NEXT_TORCH = (int(NEWEST_TORCH.partition(".")[0]) + 1,)
VERSION = re.compile(r"\d+\.\d+(\.\d+)?\Z")
QUALIFIED = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)+\Z")


@dataclass(frozen=True)
class Kind:
    """A type of values.

    `words` describes it; `problems` yields the errors in a value; `selectors` returns the rule selectors in a value.
    """

    words: str
    problems: Callable[[Any], Problems]
    schema: Schema
    selectors: Callable[[Any], Iterable[str]] = field(default=lambda _: ())


def _boolean(value: Any) -> Problems:
    if not isinstance(value, bool):
        yield f"expected true or false, got {describe_value(value)}"


def _string(value: Any) -> Problems:
    if not isinstance(value, str) or not value:
        yield f"expected a non-empty string, got {describe_value(value)}"


def _path(value: Any) -> Problems:
    yield from _string(value)
    if isinstance(value, str) and is_network_path(value):
        yield f"{describe_value(value)} is a network path, which is never opened; name a path of this machine"
    if isinstance(value, str) and "\0" in value:
        yield f"{describe_value(value)} contains a null character, which no path can"


def _paths(value: Any) -> Problems:
    yield from _strings(value)
    for item in value if isinstance(value, list) else ():
        yield from _path(item) if isinstance(item, str) and item else ()


def _strings(value: Any) -> Problems:
    if not isinstance(value, list):
        yield f"expected a list of strings, got {describe_value(value)}"
        return
    yield from (
        f"expected a list of non-empty strings, got an element {describe_value(item)}"
        for item in value
        if not isinstance(item, str) or not item
    )


def _patterns(value: Any) -> Problems:
    yield from _strings(value)
    if isinstance(value, list):
        yield from map(_malformed, invalid_patterns([item for item in value if isinstance(item, str)]))


def _malformed(pattern: str) -> str:
    return f"invalid pattern {describe_value(pattern)}: it can match no file"


def _count(value: Any) -> Problems:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        yield f"expected an integer >= 1, got {describe_value(value)}"


def _version(value: Any) -> Problems:
    if not isinstance(value, str) or not VERSION.match(value):
        yield f"expected a PyTorch version such as {NEWEST_TORCH!r}, got {describe_value(value)}"
    elif not OLDEST_TORCH <= tuple(map(int, value.split("."))) < NEXT_TORCH:
        oldest, major = ".".join(map(str, OLDEST_TORCH)), NEXT_TORCH[0] - 1
        yield f"expected a PyTorch version from {oldest} to {major}.x, got {describe_value(value)}"


def _table(value: Any, what: str) -> Problems:
    if not isinstance(value, dict):
        yield f"expected a table of {what}, got {describe_value(value)}"


def _selector_table(value: Any) -> Problems:
    yield from _table(value, "patterns and lists of rules")
    if isinstance(value, dict):
        yield from map(_malformed, invalid_patterns([pattern.removeprefix("!") for pattern in value]))
        for pattern, selectors in value.items():
            yield from (f"{pattern!r}: {problem}" for problem in _strings(selectors))


def _severity_table(value: Any) -> Problems:
    yield from _table(value, "rules and severities")
    if isinstance(value, dict):
        for selector, severity in value.items():
            if severity == "off":
                yield f"{selector}: to disable a rule, add it to ignore"
            elif severity not in SEVERITIES:
                expected = f"expected one of {', '.join(SEVERITIES)}{suggestion(str(severity), SEVERITIES)}"
                yield f"{selector}: invalid value {describe_value(severity)}: {expected}"


def _effect_table(value: Any) -> Problems:
    yield from _table(value, "functions and effects")
    if isinstance(value, dict):
        for name, effect in value.items():
            if not QUALIFIED.match(name):
                yield f'{name!r}: expected the qualified name of a function in quotes, such as "mylib.detach_all"'
            elif isinstance(effect, dict):
                yield from (f"{name}: {problem}" for problem in vocabulary.problems(effect))
            elif effect not in vocabulary.WORDS:
                expected = f"expected one of {', '.join(EFFECTS)}{suggestion(str(effect), EFFECTS)}"
                yield f"{name}: invalid value {describe_value(effect)}: {expected}"


def one_of(words: Iterable[str]) -> Kind:
    """Return the type of a string from a list of words."""
    accepted = list(words)

    def problems(value: Any) -> Problems:
        if not isinstance(value, str) or value not in accepted:
            yield f"invalid value {describe_value(value)}: expected one of {', '.join(accepted)}{suggestion(str(value), accepted)}"

    return Kind(f"one of {', '.join(accepted)}", problems, {"enum": accepted})


def describe_value(value: Any) -> str:
    """Return a value for an error message; tables, lists and long values as their type."""
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 40 and not isinstance(value, (dict, list)) else "a table" if isinstance(value, dict) else "a list"


def _values(table: Mapping[str, list[str]]) -> list[str]:
    return [selector for selectors in table.values() for selector in selectors]


_SELECTORS: Schema = {"type": "array", "items": {"$ref": f"#/$defs/{SELECTOR}"}}
_STRINGS: Schema = {"type": "array", "items": {"type": "string", "minLength": 1}}

_EFFECT: Schema = {"enum": list(vocabulary.WORDS)}
_EFFECT_WITH_NAMES: Schema = {
    "type": "object",
    "properties": {"effect": _EFFECT, **dict.fromkeys(vocabulary.LISTS, _STRINGS)},
    "required": ["effect"],
    "additionalProperties": False,
}

BOOLEAN = Kind("true or false", _boolean, {"type": "boolean"})
PATH = Kind("a path", _path, {"type": "string", "minLength": 1})
PATHS = Kind("a list of directories", _paths, _STRINGS)
PATTERNS = Kind("a list of patterns", _patterns, _STRINGS)
COUNT = Kind("an integer >= 1", _count, {"type": "integer", "minimum": 1})
VERSION_OF_TORCH = Kind("a version", _version, {"type": "string", "pattern": r"^\d+\.\d+(\.\d+)?$"})
SELECTORS = Kind("a list of rules", _strings, _SELECTORS, lambda value: value)
SELECTOR_TABLE = Kind(
    "a table of patterns, each with a list of rules", _selector_table, {"type": "object", "additionalProperties": _SELECTORS}, _values
)
SEVERITY_TABLE = Kind(
    f"a table of rules, each with one of {', '.join(SEVERITIES)}",
    _severity_table,
    {"type": "object", "propertyNames": {"$ref": f"#/$defs/{SELECTOR}"}, "additionalProperties": {"enum": SEVERITIES}},
    list,
)
EFFECT_TABLE = Kind(
    "a table of functions, each with its effect",
    _effect_table,
    {
        "type": "object",
        "propertyNames": {"pattern": r"^[^\W\d]\w*(\.[^\W\d]\w*)+$"},
        "additionalProperties": {"anyOf": [_EFFECT, _EFFECT_WITH_NAMES]},
    },
)
