"""Special methods of the program's classes: operators, subscripts, and the built-in functions that call them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from graphlint.autograd.events import Site
from graphlint.engine.domain import class_lookup, terms
from graphlint.engine.domain.state import State
from graphlint.engine.domain.symbols import symbol_of
from graphlint.engine.domain.values import NO, Api, Constant, Ref, Sequence, Unknown, Value
from graphlint.engine.facts import conditions
from graphlint.engine.machine import outcomes
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.python import attributes, built_ins, containers, iteration, subscripts
from graphlint.engine.operations import arithmetic
from graphlint.ir import instructions

OPERATORS: Final[Mapping[str, str]] = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "@": "matmul", "&": "and", "|": "or",
    "^": "xor", "<<": "lshift", ">>": "rshift",
}  # fmt: skip
"""The operators and the names of their methods without underscores: `__add__`, reflected `__radd__`, in place `__iadd__`.

Source: the page "Data model" of Python's documentation.
"""

COMPARISONS: Final[Mapping[str, tuple[str, str]]] = {
    "==": ("__eq__", "__eq__"), "!=": ("__ne__", "__ne__"), "<": ("__lt__", "__gt__"), "<=": ("__le__", "__ge__"),
    ">": ("__gt__", "__lt__"), ">=": ("__ge__", "__le__"),
}  # fmt: skip
"""The comparisons, each with its method and the reflected method of the right operand."""

UNARY: Final[Mapping[str, str]] = {"-": "__neg__", "+": "__pos__", "~": "__invert__"}


def special(state: State, value: Value | None, name: str) -> Value | None:
    """Return the special method that the program defines for a value, None if it defines none."""
    if isinstance(value, Ref):
        return class_lookup.find_method(state, value, name)
    if isinstance(value, Sequence) and value.type is not None:
        method = class_lookup.attribute(state, value.type, name)
        return None if method is None else class_lookup.bound(method, value, value.type)
    return None


def operate(machine: Machine, state: State, symbol: str, left: Value, right: Value | None, site: Site, inplace: bool) -> Outcome | None:
    """Execute an operator that a class of the program defines for an operand; return None if none does."""
    if not isinstance(left, (Ref, Sequence)) and not isinstance(right, (Ref, Sequence)):
        return None
    if right is None:
        return _called(machine, state, left, UNARY.get(symbol, ""), (), site)
    if symbol in ("in", "not in"):
        outcome = _called(machine, state, right, "__contains__", (left,), site)
        return outcome if outcome is None or symbol == "in" else _negated(state, outcome)
    for receiver, method, other in _candidates(symbol, left, right, inplace):
        outcome = _called(machine, state, receiver, method, (other,), site)
        if outcome is not None:
            return outcome
    if symbol == "!=":
        outcome = _called(machine, state, left, "__eq__", (right,), site)
        return None if outcome is None else _negated(state, outcome)
    return None


def _candidates(symbol: str, left: Value, right: Value, inplace: bool) -> list[tuple[Value, str, Value]]:
    """Return the methods that Python tries for a binary operator, in order: receiver, name, argument."""
    if symbol in COMPARISONS:
        method, reflected = COMPARISONS[symbol]
        return [(left, method, right), (right, reflected, left)]
    name = OPERATORS.get(symbol)
    if name is None:
        return []
    candidates = [(left, f"__{name}__", right), (right, f"__r{name}__", left)]
    return [(left, f"__i{name}__", right), *candidates] if inplace else candidates


def _called(machine: Machine, state: State, receiver: Value, name: str, given: tuple[Value, ...], site: Site) -> Outcome | None:
    """Return the result of a special method; None if the value has none, or if it returns NotImplemented."""
    method = special(state, receiver, name) if name else None
    if method is None or (isinstance(method, Constant) and method.value is None):
        return None
    outcome = machine.call(state, method, Arguments(given, {}, site))
    declined = isinstance(outcome, Api) and outcome.name == "builtins.NotImplemented"
    return None if declined else outcome


def _negated(state: State, outcome: Outcome) -> Outcome:
    """Return the negation of a comparison's result, on each path."""
    after = outcomes.paths(state, outcome)
    for path in after:
        value = path.result
        path.result = Constant(not value.value) if isinstance(value, Constant) else Unknown(terms.Not(symbol_of(value)), NO)
    return after if isinstance(outcome, list) else state.result


def load_item(machine: Machine, state: State, value: Value, key: Value, site: Site) -> Outcome:
    """Return `value[key]`."""
    outcome = _called(machine, state, value, "__getitem__", (key,), site)
    if outcome is not None:
        return outcome
    if isinstance(value, Ref) and value.kind == "dict" and containers.is_missing(state, value, key):
        missing = _called(machine, state, value, "__missing__", (key,), site)
        if missing is not None:
            return missing
    return machine.get_item(state, value, key, site)


def store_item(machine: Machine, state: State, holder: Value, key: Value, value: Value, site: Site) -> list[State]:
    """Execute `holder[key] = value`."""
    outcome = _called(machine, state, holder, "__setitem__", (key, value), site)
    if outcome is not None:
        return outcomes.paths(state, outcome)
    machine.set_item(state, holder, key, value, site)
    return [state]


def delete_item(machine: Machine, state: State, instruction: instructions.DeleteItem) -> list[State] | None:
    """Execute `del holder[key]` or `del holder.name`."""
    holder, key = machine.value(state, instruction.holder), machine.value(state, instruction.key)
    if not isinstance(holder, Ref):
        return None
    if instruction.attribute:
        attributes.delete_attribute(machine, state, holder, str(getattr(key, "value", "")))
        return None
    outcome = _called(machine, state, holder, "__delitem__", (key,), machine.site(instruction.at))
    if outcome is not None:
        return outcomes.paths(state, outcome)
    subscripts.delete_item(machine, state, holder, key)
    return None


def _len(machine: Machine, state: State, arguments: Arguments) -> Outcome:
    value = built_ins.first_of(arguments, machine)
    outcome = _called(machine, state, value, "__len__", (), arguments.site)
    return built_ins.call(machine, state, "len", arguments) if outcome is None else _as_number(state, outcome)


def _as_number(state: State, outcome: Outcome) -> Outcome:
    """Return the result of `__len__` on each path: Python accepts only a number, which has no graph."""
    after = outcomes.paths(state, outcome)
    for path in after:
        if isinstance(path.result, Unknown):
            path.result = replace(path.result, graph=NO)
    return after if isinstance(outcome, list) else state.result


def _sum(machine: Machine, state: State, arguments: Arguments) -> Outcome:
    """Model `sum(iterable, start)` over objects that define addition; otherwise, the built-in model applies."""
    values, _ = iteration.elements_of(machine, state, built_ins.first_of(arguments, machine))
    if not any(special(state, value, name) for value in values for name in ("__add__", "__radd__")):
        return built_ins.call(machine, state, "sum", arguments)
    after = [state]
    state.result = arguments.get(1, "start") or Constant(0)
    for value in values:
        after = [path for item in after for path in outcomes.paths(item, add(machine, item, item.result, value, arguments.site))]
    return after


def truth(machine: Machine, state: State, value: Value) -> bool | None:
    """Return the truth of a value, None if it is undecided."""
    return conditions.decide(machine, state, value)


def add(machine: Machine, state: State, left: Value, right: Value, site: Site) -> Outcome:
    """Return `left + right`."""
    outcome = operate(machine, state, "+", left, right, site, False)
    if outcome is None:
        outcome = arithmetic.operate(machine, state, "+", left, right, site, False)
    return machine.unknown() if outcome is None else outcome


FUNCTIONS: Final[Mapping[str, built_ins.Handler]] = {"builtins.len": _len, "builtins.sum": _sum}
"""The functions that this module models, by qualified name."""
