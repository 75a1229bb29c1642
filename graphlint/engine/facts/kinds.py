"""Kinds of unknown values: evidence, in the uses of a value, that it is an optimizer or a module.

The evidence must not rest on the call whose absence is the bug: without `zero_grad()`, an optimizer still steps after a backward pass.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from graphlint.autograd.events import LoopIteration, Site
from graphlint.autograd.presumptions import Presumption
from graphlint.engine.domain import class_lookup, presumed_gradients
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NO, Class, Unknown
from graphlint.engine.machine.machine import Machine
from graphlint.ir.facts.used_attributes import CALL, SCALED
from graphlint.ir.instructions import FunctionCode

OF_OPTIMIZERS: Final = frozenset(
    (
        "step zero_grad param_groups state state_dict load_state_dict add_param_group defaults train eval register_step_pre_hook "
        "register_step_post_hook register_state_dict_pre_hook register_state_dict_post_hook __class__"
    ).split()
) | {SCALED}
"""Attributes of torch.optim.Optimizer. An object with others is an engine, a scheduler or a wrapper that does more."""

SCHEDULER: Final = "sched"
"""Part of the names of learning rate schedulers, whose `step()` looks like an optimizer's."""

OF_MODULES: Final = frozenset(
    (
        "() train eval to cuda cpu float half double parameters named_parameters buffers modules children state_dict load_state_dict "
        "zero_grad requires_grad_ apply training module forward __class__ no_sync share_memory set_requires_gradient_sync"
    ).split()
)
"""Attributes of torch.nn.Module and its wrappers. An object with other attributes may keep state between calls."""


def is_used_as_optimizer(machine: Machine, state: State, value: Unknown, site: Site) -> bool:
    """Return True if all uses of a value are those of an optimizer, among them `zero_grad` and a step, its own or by a scaler.

    Args:
        site: the call of one of its methods.
    """
    if value.graph is NO or value.data:
        return False
    used = _uses_of_receiver(machine, state, value, site)
    return "zero_grad" in used and bool(used & {"step", SCALED}) and used <= OF_OPTIMIZERS


def may_have_state(machine: Machine, state: State, name: str) -> bool:
    """Return True if a callable may keep values between calls: it has attributes that not every module has, other than layers."""
    used_as_module = uses(machine, state, name) - machine.value_facts.layers <= OF_MODULES
    return not (used_as_module and machine.graph.presumes(Presumption.FUNCTIONS_STORE_NOTHING))


def is_used_as_module(machine: Machine, state: State, name: str) -> bool:
    """Return True if all uses of a callable are those of a module: a call, and only layers and attributes that every module has."""
    used = uses(machine, state, name) - machine.value_facts.layers
    return CALL in used and len(used) > 1 and used <= OF_MODULES


def steps_after_backward(machine: Machine, state: State, value: Unknown, site: Site) -> bool:
    """Return True if a value whose `step()` is called without arguments is an optimizer.

    The step must be the first since a backward pass of the same iteration, and all uses of the value must be those of an optimizer.
    """
    if (
        SCHEDULER in value.name.lower()
        or value.graph is NO
        or value.data
        or not state.latest_backward
        or presumed_gradients.used_since_backward(state)
    ):
        return False
    backward = machine.graph.backward_event(state.latest_backward)
    if backward is None or not is_prefix(backward.context.iterations, machine.context.iterations):
        return False
    used = _uses_of_receiver(machine, state, value, site)
    return "step" in used and used <= OF_OPTIMIZERS and machine.graph.presumes(Presumption.USES_TELL)


def is_prefix(outer: tuple[LoopIteration, ...], inner: tuple[LoopIteration, ...]) -> bool:
    """Return True if all loop iterations around one instruction are also around another."""
    return outer == inner[: len(outer)]


def is_scaled_optimizer(machine: Machine, state: State, scaler: Unknown, value: Unknown) -> bool:
    """Return True if a value is an optimizer because a gradient scaler, an object that also scales losses, receives it in `step`."""
    return value.graph is not NO and not value.data and "scale" in uses(machine, state, scaler.name)


def uses(machine: Machine, state: State, name: str) -> frozenset[str]:
    """Return the attributes of a name that the current function, or its class for an attribute of self, uses."""
    spellings = (name, f"self.{name}")
    return frozenset[str]().union(*(code.facts.uses.get(item, ()) for code in _definitions(machine, state) for item in spellings))


def _uses_of_receiver(machine: Machine, state: State, value: Unknown, site: Site) -> frozenset[str]:
    """Return the used attributes of a call's receiver: of the value's own name, and of the receiver's spelling in the call."""
    used = uses(machine, state, value.name) if value.name else frozenset[str]()
    spelled = machine.frame.code.facts.stepped.get(site, "")
    return used | uses(machine, state, spelled) if spelled else used


def _definitions(machine: Machine, state: State) -> Iterator[FunctionCode]:
    """Yield the current function and the methods of its class."""
    yield machine.frame.code
    owner = state.heap[machine.frame.scope].fields.get("__class__")
    if isinstance(owner, Class):
        yield from (method.code for method in class_lookup.methods(state, owner))
