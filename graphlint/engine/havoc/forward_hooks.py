"""Forward hooks on unresolved modules: any later call of a module or of unresolved code may run them, and they may write to the heap."""

from __future__ import annotations

from dataclasses import replace

from graphlint.autograd.events import Site
from graphlint.engine.domain.state import Callback, Object, State
from graphlint.engine.domain.values import NO, YES, Api, Constant, Ref, Sequence, Tensor, Unknown, Value
from graphlint.engine.facts import dependencies
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import tensors

FORWARD_HOOKS = {"register_forward_hook": True, "register_forward_pre_hook": False}
"""Methods of nn.Module that register a hook; True where the hook is given the output beside the inputs."""


def register(state: State, name: str, arguments: Arguments, module: Ref | None = None) -> None:
    """Note a hook, if its code is known."""
    hook = arguments.get(0, "hook")
    if name in FORWARD_HOOKS and hook is not None and not isinstance(hook, Unknown | Api | Constant):
        state.callbacks = (*state.callbacks, Callback(hook, FORWARD_HOOKS[name], module.number if module is not None else None))


def run(machine: Machine, state: State, site: Site, called: Ref | None = None) -> None:
    """Apply what the hooks may do at a call, as a weak update of the heap.

    Args:
        machine: the run.
        state: the path.
        site: the call.
        called: the module that is called; its own hooks have run.
    """
    for callback in state.callbacks:
        if called is not None and callback.module == called.number:
            continue
        inner = state.fork()
        inner.callbacks, inner.dirty = (), set()
        entered = dict(machine.entered)
        passed = _passed(machine, inner, callback, site)
        outcome = machine.call(inner, callback.hook, Arguments(passed, {}, site))
        machine.entered = entered
        for item in outcome if isinstance(outcome, list) else [inner]:
            if not item.signal:
                _update(machine, state, item, site)


def _passed(machine: Machine, state: State, callback: Callback, site: Site) -> tuple[Value, ...]:
    """The arguments of a hook: the module, its inputs, and its output."""
    given: list[Tensor] = []
    for _ in range(1 + callback.with_output):
        if state.grad_mode is NO:
            given.append(tensors.new(machine, site, leaf=YES, reason="no_grad", parts=True, inference=state.inference))
        else:
            given.append(tensors.unseen(machine, state, site, []))
    return (machine.unknown(), Sequence((given[0],)), *given[1:])


def _update(machine: Machine, state: State, after: State, site: Site) -> None:
    """Let a path have, of each object that a hook has changed, what it had or what it has now."""
    for number in after.dirty:
        made = after.heap.get(number)
        before = state.heap.get(number)
        if made is None or made is before:
            continue
        if before is None:
            state.put(number, made.duplicate())
            continue
        _merge(machine, state, state.edit(number), made, site)


def _merge(machine: Machine, state: State, target: Object, made: Object, site: Site) -> None:
    for name, value in made.fields.items():
        old = target.fields.get(name)
        if old is not value and type(name) is not int:
            target.fields[name] = _either(machine, state, old, value, site)
            target.exact = target.exact and (target.kind != "dict" or old is not None)
    if target.kind in ("list", "set") and target.items != made.items:
        target.items = [*target.items, *(item for item in made.items if item not in target.items)]
        target.exact = False
        target.record = replace(target.container, more=False)


def _either(machine: Machine, state: State, old: Value | None, new: Value, site: Site) -> Value:
    """The join of a value with what a hook may have put in its place. Of two without a graph, the tensor that is known stays."""
    if old is not None and dependencies.nodes_in(machine, state, (old,)):
        return dependencies.some_of(machine, state, (old, new), site)
    without_graph = state.without_graph(new) or (isinstance(new, Unknown) and new.graph is NO)
    return old if isinstance(old, Tensor) and without_graph else new
