"""Producers: methods that fill the containers from which a training step of the same class computes its loss.

An agent stores the log-probability of each action, and a second method backpropagates through all of them. Unresolved code calls the
methods in turn. Analyzed alone, the step lacks the values, and the producers lack the backward pass.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from graphlint.engine.domain import class_lookup
from graphlint.engine.domain.bounds import PRODUCERS
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Class, Function
from graphlint.engine.machine.machine import Machine


@dataclass(frozen=True, slots=True)
class Production:
    """The producers of a training step, in the order of their definitions, and the attributes whose containers they alone fill."""

    producers: tuple[Function, ...]
    filled: frozenset[str]


def of_step(machine: Machine, state: State, owner: Class, step: Function) -> Production | None:
    """Return the producers of a training step, None if it has none or if other methods may fill the same containers."""
    if not machine.evidence.roots(step.code.path).is_training_step(step.code):
        return None
    read = step.code.facts.parts_read - step.code.facts.parts_appended_to
    fills = {method: method.code.facts.parts_appended_to & read for method in _methods(state, owner) if method is not step} if read else {}
    producers = [method for method, names in fills.items() if names]
    names = [name for method in producers for name in fills[method]]
    called = machine.evidence.roots(step.code.path).self_calls(step.code)
    if (
        not 0 < len(producers) <= PRODUCERS
        or len(set(names)) < len(names)
        or any(not _is_producer(machine, method, called) for method in producers)
    ):
        return None
    return Production(tuple(producers), frozenset(names))


def _is_producer(machine: Machine, function: Function, called: frozenset[str]) -> bool:
    """Return True for a method that unresolved code calls, and that neither trains nor is a part of the step."""
    code = function.code
    if function.kind or code.name.startswith("__") or code.facts.is_generator or code.name in called:
        return False
    return not machine.evidence.roots(code.path).runs_backward(code)


def _methods(state: State, owner: Class) -> Iterator[Function]:
    """Yield the methods of a class, without those that another class of the resolution order overrides."""
    names = {name for cls in reversed(owner.order) if cls.scope in state.heap for name in state.heap[cls.scope].fields}
    for name in sorted(item for item in names if isinstance(item, str)):
        member = class_lookup.attribute(state, owner, name)
        if isinstance(member, Function):
            yield member
