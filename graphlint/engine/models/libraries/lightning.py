"""Lightning's modules: the optimizers that one has configured, toggling between them, by the module or by the trainer, and freezing."""

from __future__ import annotations

from graphlint.autograd.events import Site
from graphlint.engine.domain import class_lookup, path_facts
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import MAYBE, NO, NONE, Bound, Constant, Function, Ref, Sequence, Value
from graphlint.engine.machine import outcomes
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.python import iteration
from graphlint.engine.operations import ownership


def method(machine: Machine, state: State, module: Ref, name: str, arguments: Arguments) -> Outcome | None:
    """Call a method that a LightningModule inherits; None if it is not modeled."""
    first = arguments.get(0, "optimizer")
    if name == "optimizers" and not arguments.all():
        return _configured(machine, state, module, arguments)
    if name == "toggle_optimizer" and isinstance(first, Ref) and first.kind == "optimizer":
        return _toggle(machine, state, module, first)
    if name == "untoggle_optimizer":
        return _untoggle(machine, state, module)
    if name in ("freeze", "unfreeze"):
        return _set_trained(machine, state, module, arguments.site, trained=name == "unfreeze")
    return None


def _set_trained(machine: Machine, state: State, module: Ref, site: Site, *, trained: bool) -> Value:
    """Freeze all parameters and switch to eval mode, or the reverse."""
    machine.call_method(state, module, "requires_grad_", Arguments((Constant(trained),), {}, site))
    machine.call_method(state, module, "train" if trained else "eval", Arguments((), {}, site))
    return NONE


def toggled(machine: Machine, state: State, module: Ref, name: str, site: Site) -> list[tuple[State, Arguments]]:
    """Return the state and the arguments of a call of a method for each optimizer, while the parameters of the others are frozen.

    Args:
        machine: the machine.
        state: the state before the call.
        module: the module.
        name: the parameter that is the index of the optimizer.
        site: the site of the call.
    """
    configured = _configured(machine, state, module, Arguments((), {}, site))
    starts: list[tuple[State, Arguments]] = []
    for path in outcomes.paths(state, configured):
        optimizers = path.result.items if isinstance(path.result, Sequence) and not path.signal else ()
        for number, optimizer in enumerate(optimizers):
            if isinstance(optimizer, Ref):
                start = path.fork()
                _untoggle(machine, start, module)
                _toggle(machine, start, module, optimizer)
                starts.append((start, Arguments((), {name: Constant(number)}, site, True)))
    return starts


def _configured(machine: Machine, state: State, module: Ref, arguments: Arguments) -> Outcome:
    """Return the optimizers that configure_optimizers returns, without schedulers; they are created once, as by the trainer.

    An unknown value stands for those of a method that is not resolved: the same for each call.
    """
    key = path_facts.ConfiguredOptimizers(module.number)
    known = state.facts.obtained.get(key)
    if known is not None:
        return known
    configure = class_lookup.find_method(state, module, "configure_optimizers")
    if not isinstance(configure, Bound | Function):
        unknown = state.facts.obtained[key] = machine.unknown()
        return unknown
    after = outcomes.paths(state, machine.call(state, configure, Arguments((), {}, arguments.site)))
    for path in after:
        configured = [] if path.signal else _optimizers_in(machine, path, path.result)
        path.result = configured[0] if len(configured) == 1 else Sequence(tuple(configured)) if configured else machine.unknown()
        path.facts.obtained[key] = path.result
    return after if len(after) > 1 or after[0] is not state else state.result


def _optimizers_in(machine: Machine, state: State, value: Value, depth: int = 4) -> list[Value]:
    """Return the optimizers in a result of configure_optimizers: one, several, a dict of each, or a pair with schedulers."""
    if not depth:
        return []
    if isinstance(value, Ref) and value.kind == "optimizer":
        return [value]
    if isinstance(value, Ref) and value.kind == "dict":
        inner = state.get(value.number).fields.get("optimizer")
        return [] if inner is None else _optimizers_in(machine, state, inner, depth - 1)
    if not isinstance(value, Sequence) and not (isinstance(value, Ref) and value.kind == "list"):
        return []
    items, exact = iteration.elements_of(machine, state, value)
    return [optimizer for item in items for optimizer in _optimizers_in(machine, state, item, depth - 1)] if exact else []


def _toggle(machine: Machine, state: State, module: Ref, optimizer: Ref) -> Value:
    """Freeze all parameters but those of one optimizer."""
    owned, complete = ownership.owned_by(state, optimizer)
    numbers = {tensor.number for tensor in owned}
    for leaf in ownership.leaves(machine, state, module):
        if leaf.number not in numbers:
            state.facts.needs_before_toggle.setdefault((module.number, leaf.number), state.needs_grad(leaf))
            state.needs[leaf.number] = NO if complete else MAYBE
    return NONE


def _untoggle(machine: Machine, state: State, module: Ref) -> Value:
    """Restore requires_grad of all parameters."""
    for leaf in ownership.leaves(machine, state, module):
        before = state.facts.needs_before_toggle.pop((module.number, leaf.number), None)
        if before is not None:
            state.needs[leaf.number] = before
    return NONE
