"""Forward hooks on unresolved modules: any later call of a module or of unresolved code may run them.

A hook is executed on a copy of the state at each such call. What it stores on the heap is joined into the state: a field that had a graph
may have its old or its new value, any other field has the new one. Its other effects on the path (freed graphs, gradients, version
counters) are dropped with the copy. Its events stay in the run. A path of the hook that ends with an exception has no effect on the state.
"""

from __future__ import annotations

from typing import Final

from graphlint.autograd.events import NoGraph, Site
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.state import Callback, State
from graphlint.engine.domain.values import NO, YES, Api, Constant, Ref, Sequence, Tensor, Unknown, Value
from graphlint.engine.facts import dependencies
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.operations import tensors

FORWARD_HOOKS: Final = {"register_forward_hook": True, "register_forward_pre_hook": False}
"""Methods of nn.Module that register a hook; True if the hook receives the output after the inputs."""


def register(state: State, name: str, arguments: Arguments, module: Ref | None = None) -> None:
    """Record a hook if its code is resolved."""
    hook = arguments.get(0, "hook")
    if name in FORWARD_HOOKS and hook is not None and not isinstance(hook, Unknown | Api | Constant):
        state.callbacks = (*state.callbacks, Callback(hook, FORWARD_HOOKS[name], module.number if module is not None else None))


def run(machine: Machine, state: State, site: Site, called: Ref | None = None) -> None:
    """Apply what all hooks may store on the heap at a call.

    Args:
        site: the call.
        called: the module that is called, whose own hooks have already run.
    """
    for callback in state.callbacks:
        if called is not None and callback.module == called.number:
            continue
        inner = state.fork()
        inner.callbacks, inner.dirty = (), set()
        entered = dict(machine.functions.entered)
        passed = _passed(machine, inner, callback, site)
        outcome = machine.call(inner, callback.hook, Arguments(passed, {}, site))
        machine.functions.entered = entered
        for path in outcome if isinstance(outcome, list) else [inner]:
            if not path.signal:
                _update(machine, state, path, site)


def _passed(machine: Machine, state: State, callback: Callback, site: Site) -> tuple[Value, ...]:
    """Return the arguments of a hook: the module, its inputs, and its output."""
    given: list[Tensor] = []
    for _ in range(1 + callback.with_output):
        if state.grad_mode is NO:
            given.append(tensors.new(machine, site, leaf=YES, reason=NoGraph.GRAD_MODE_OFF, parts=True, inference=state.inference))
        else:
            given.append(tensors.unresolved_result(machine, site, []))
    return (machine.unknown(), Sequence((given[0],)), *given[1:])


def _update(machine: Machine, state: State, after: State, site: Site) -> None:
    """Join the objects that a hook has written into a state: first those that it has created, to which the others may refer."""
    written = {number: obj for number in after.dirty if (obj := after.heap.get(number)) is not None}
    changed = [number for number, earlier in written.items() if state.heap.get(number, earlier) is not earlier]
    for number in written.keys() - state.heap.keys():
        state.put(number, written[number].duplicate())
    for number in changed:
        _merge(machine, state, state.edit(number), written[number], site)


def _merge(machine: Machine, state: State, target: Object, obj: Object, site: Site) -> None:
    for name, value in obj.fields.items():
        old = target.fields.get(name)
        if old is not value and not target.is_temporary(name):
            target.fields[name] = _either(machine, state, old, value, site)
            target.exact = target.exact and (target.kind != "dict" or old is not None)
    if target.kind in ("list", "set") and target.items != obj.items:
        target.items = [*target.items, *(item for item in obj.items if item not in target.items)]
        target.note_unknown_items()


def _either(machine: Machine, state: State, old: Value | None, new: Value, site: Site) -> Value:
    """Return the join of a field's value with the value that a hook may have stored.

    An old value without a graph is replaced, except that a tensor is not replaced by another value without a graph.
    """
    if old is not None and dependencies.nodes_in(machine, state, (old,)):
        return dependencies.some_of(machine, state, (old, new), site)
    without_graph = state.without_graph(new) or (isinstance(new, Unknown) and new.graph is NO)
    return old if isinstance(old, Tensor) and without_graph else new
