"""Attributes under computed names: `getattr`, `setattr`, and the methods by which a module registers its parts.

Such an attribute is in the slot of its name, as the element of a dict: that of a constant, or that of the symbol of an unknown name. A name
formatted from a template selects the attributes whose names the template may yield.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import NamedTuple

from graphlint.engine.domain import terms
from graphlint.engine.domain.state import State
from graphlint.engine.domain.symbols import is_text, slot_of
from graphlint.engine.domain.term import Symbol
from graphlint.engine.domain.values import NONE, YES, Api, Class, Constant, Each, Method, Ref, Tensor, Value
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine, Unbound
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.python import attributes, iteration


class Template(NamedTuple):
    """The known begin and end of the texts that a template yields."""

    start: str = ""
    end: str = ""

    def may_yield(self, name: str) -> bool:
        """Return True if a text may be one of the template."""
        return len(name) >= len(self.start) + len(self.end) and name.startswith(self.start) and name.endswith(self.end)

    def overlaps(self, other: Template) -> bool:
        """Return True if a text may be one of both templates."""
        starts = self.start.startswith(other.start) or other.start.startswith(self.start)
        return starts and (self.end.endswith(other.end) or other.end.endswith(self.end))


def get(machine: Machine, state: State, arguments: Arguments) -> Outcome:
    """Model `getattr(value, name, default)`."""
    value, name = arguments.get(0, "object") or machine.unknown(), arguments.get(1, "name")
    if isinstance(name, Constant) and isinstance(name.value, str):
        try:
            outcome = attributes.read(machine, state, value, name.value, arguments.site)
        except Unbound:
            default = arguments.get(2, "default")
            if default is None:
                raise
            return default
        return outcome if isinstance(outcome, list) else machine.resolve(state, outcome)
    if isinstance(value, Api):
        return Api(f"{value.name}.*")
    if isinstance(value, Ref) and value.kind in ("instance", "module"):
        parameters = _parameters(state, value, name) if name is not None else ()
        return Method(value, "?") if not parameters else Each(parameters) if len(parameters) > 1 else parameters[0]
    return machine.unknown()


def assign(machine: Machine, state: State, arguments: Arguments) -> Outcome:
    """Model `setattr(holder, name, value)`."""
    holder, name, value = arguments.get(0, "object"), arguments.get(1, "name"), arguments.get(2, "value")
    if holder is None or value is None:
        return NONE
    if isinstance(name, Constant) and isinstance(name.value, str):
        _follow_names(machine, state, holder, name.value)
        return attributes.assign(machine, state, holder, name.value, value, arguments) or NONE
    if isinstance(holder, Ref):
        attributes.assign_computed(machine, state, holder, name or machine.unknown(), value, arguments)
    return NONE


def register(machine: Machine, state: State, module: Ref, name: Value | None, value: Value) -> None:
    """Store a part that a module registers under a name."""
    slot = slot_of(name or machine.unknown())
    if isinstance(slot, str):
        _follow_names(machine, state, module, slot)
    state.edit(module.number).fields[slot] = value


def _follow_names(machine: Machine, state: State, holder: Value, name: str) -> None:
    """Execute all iterations of a loop that sets a new attribute in each, if they are few: later code reads every one by its name."""
    if isinstance(holder, Ref) and name not in state.get(holder.number).fields:
        iteration.follow_names(machine, holder)


def _parameters(state: State, holder: Ref, name: Value) -> tuple[Tensor, ...]:
    """Return the parameters of which an attribute under an unknown name is one; () if it may be anything else."""
    slot, obj = slot_of(name), state.get(holder.number)
    values: list[Value] = []
    template = _template_of(slot)
    if slot in obj.fields:
        values.append(obj.fields[slot])
    elif template == Template() or any(template.may_yield(known) for known in _names_of_class(state, obj.type)):
        return ()
    values.extend(value for other, value in obj.fields.items() if other != slot and _may_be_same(template, other))
    parameters = tuple(value for value in values if isinstance(value, Tensor) and value.parameter and _is_trained_leaf(state, value))
    return parameters if len(parameters) == len(values) else ()


def _is_trained_leaf(state: State, value: Tensor) -> bool:
    return state.is_leaf(value) is YES and state.needs_grad(value) is YES


def _names_of_class(state: State, value: Value | None) -> Iterator[str]:
    """Yield the names of the attributes that a class of the program defines."""
    for cls in value.order if isinstance(value, Class) else ():
        if cls.scope in state.heap:
            yield from (name for name in state.heap[cls.scope].fields if isinstance(name, str))


def _may_be_same(template: Template, slot: Hashable) -> bool:
    """Return True if the name of an attribute in a slot may be one that a template yields."""
    return template.may_yield(slot) if isinstance(slot, str) else template.overlaps(_template_of(slot))


def _template_of(slot: Hashable) -> Template:
    """Return the template of the names for which the slot of an unknown name stands."""
    symbol = slot.key if type(slot) is terms.OpenSlot else slot
    if type(symbol) is not terms.Text:
        return Template()
    parts = list(symbol.values)
    if symbol.template in ("%", "format"):
        return Template(_text(parts[0]).partition("%" if symbol.template == "%" else "{")[0]) if parts else Template()
    if len(parts) < 2:
        return Template()
    return Template(_text(parts[0]), _text(parts[-1]))


def _text(symbol: Symbol) -> str:
    """Return the string of a constant's symbol, "" for any other symbol."""
    return str(symbol.value) if isinstance(symbol, terms.ConstantSymbol) and is_text(symbol) else ""
