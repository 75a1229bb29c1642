"""Optimizers: the leaves that they own, and the effects of `step` and `zero_grad`."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from graphlint.autograd.events import ChangedBy, Contribution, Fault, LoopIteration, OptimizerCreated, Raised, ResetBy, Site, Step, ZeroGrad
from graphlint.autograd.numbers import NO_RUN, RunNumber
from graphlint.engine.domain import (
    counter_tests,
    gradient_scale,
    graph_effects,
    path_facts,
    plausibility,
    presumed_gradients,
    step_order,
    terms,
)
from graphlint.engine.domain.records import OptimizerRecord
from graphlint.engine.domain.state import Signal, State
from graphlint.engine.domain.term import Symbol, Term
from graphlint.engine.domain.values import NO, NONE, YES, Bound, Constant, Each, Function, Partial, Ref, Tensor, Unknown, Value
from graphlint.engine.facts import dependencies, generator_calls, one_pass
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.torch import missing_steps
from graphlint.engine.operations import errors, hidden_modules, leaf_gradients, ownership, tensors


def make(machine: Machine, state: State, name: str, arguments: Arguments, reference: Ref | None = None) -> Value:
    """Construct an optimizer; `reference` is the instance of a derived class whose base's constructor is executed."""
    given = arguments.get(0, "params") or machine.unknown()
    owned, complete = leaves_in(machine, state, given)
    refused = None if arguments.open else _refused(machine, state, name, given, arguments.site)
    # The constructor raises for an empty list: if no leaf is resolved, the optimizer owns unresolved ones.
    complete = complete and bool(owned)
    nonleaf = tuple(
        tensor.site
        for tensor in owned
        if tensor.leaf is NO and state.needs_grad(tensor) is YES and tensor.site is not None and not tensor.parameter
    )
    if refused is not None and not nonleaf:
        errors.fail(machine, state, refused, ValueError)
        return NONE
    one_pass.exhaust(state, given, arguments.site)
    limit = arguments.get(2, "max_iter")
    reference = reference or machine.allocate(state, "optimizer")
    others = None if complete or not isinstance(given, Ref) else state.get(given.number).container.others_before
    calls = limit.value if isinstance(limit, Constant) and isinstance(limit.value, int) else None
    record = OptimizerRecord(tuple(owned), complete, name, calls, None, others)
    state.edit(reference.number).record = record
    machine.graph.emit(
        OptimizerCreated(
            arguments.site, machine.context, reference.number, frozenset(state.node(tensor) for tensor in owned), complete, nonleaf
        )
    )
    step_order.created(state, reference.number)
    if nonleaf:
        state.signal = Signal.RAISE
    if not complete:
        presumed_gradients.created(machine.graph, state, reference.number)
    return reference


def _refused(machine: Machine, state: State, name: str, given: Value, site: Site) -> Raised | None:
    """Return the error of an optimizer of torch.optim that certainly receives no parameters, or one in two groups."""
    once = one_pass.of(state, given)
    if not name.startswith("torch.optim."):
        return None
    if once is not None and once.exhausted is not None:
        read = tensors.origin(machine, once.exhausted)
        return Raised(site, machine.context, Fault.NO_PARAMETERS, (), read, created=once.created)
    groups = machine.elements(state, given)
    from_module = once is not None and not once.rejected and isinstance(given, Ref) and given.kind == "parameters"
    if groups is not None and not groups and _is_certainly_empty(state, from_module=from_module):
        if once is not None:
            _emit_hidden_modules(machine, state)
        return Raised(site, machine.context, Fault.NO_PARAMETERS)
    seen: set[int] = set()
    for group in groups or ():
        params = state.get(group.number).fields.get("params") if isinstance(group, Ref) and group.kind == "dict" else None
        owned = _certain_leaves(machine, state, params)
        for leaf in owned:
            if leaf.number in seen:
                origin = None if leaf.site is None else tensors.origin(machine, leaf.site)
                return Raised(site, machine.context, Fault.REPEATED_PARAMETER, (), origin)
        seen.update(leaf.number for leaf in owned)
    return None


def _emit_hidden_modules(machine: Machine, state: State) -> None:
    """Emit the containers that hide the parameters of modules, which the program does not call before the error."""
    for number, obj in state.heap.items():
        module = Ref(number, "module")
        if obj.kind == "module" and ownership.hides_modules(state, module):
            hidden_modules.emit(machine, state, module)


def _is_certainly_empty(state: State, *, from_module: bool) -> bool:
    """Return True if an empty collection of parameters is not one whose parameters are only unresolved.

    A module may register its parameters in a way that is not followed: only one that keeps its layers in a plain list certainly has none.
    Those of an unresolved module are not told apart.
    """
    modules = [Ref(number, "module") for number, obj in state.heap.items() if obj.kind == "module"]
    records = [(state.get(ref.number), state.get(ref.number).module) for ref in modules]
    if any(record.opaque or (record.container and not obj.items and not obj.fields) for obj, record in records):
        return False
    return not from_module or any(ownership.hides_modules(state, ref) for ref in modules)


def _certain_leaves(machine: Machine, state: State, params: Value | None) -> list[Tensor]:
    """Return the leaves that a group certainly contains: of a single tensor, of `module.parameters()`, or of a sequence of tensors."""
    once = one_pass.of(state, params)
    if params is None or (once is not None and (once.exhausted is not None or once.filtered)):
        return []
    if once is None and isinstance(params, Ref) and params.kind == "parameters":
        return []
    known = (params,) if isinstance(params, Tensor) else machine.elements(state, params)
    if any(isinstance(value, Each) for value in known or ()) and _is_selected_by_name(state):
        return []
    tensors = [tensor for value in known or () for tensor in dependencies.tensors_in(state, value)]
    return [tensor for tensor in tensors if tensor.leaf is YES and not tensor.stands_for.is_unresolved]


def _is_selected_by_name(state: State) -> bool:
    """Return True if a condition on the path selects parameters of a group, as in `[p for name, p in named if "head" not in name]`."""
    return any(_is_on_name(symbol) for symbol in state.condition.truths)


def _is_on_name(symbol: Symbol) -> bool:
    return isinstance(symbol, Term) and (isinstance(symbol, terms.AnyParameterName) or any(map(_is_on_name, symbol.symbols())))


def opaque(machine: Machine, state: State, value: Unknown) -> Ref:
    """Return the optimizer that an unknown value is; the leaves that it owns are unresolved."""
    group = _collection_of(value)
    known = state.known.get(value.symbol) or (None if group is None else state.facts.obtained.get(group))
    if not isinstance(known, Ref):
        known = machine.allocate(state, "optimizer", None, OptimizerRecord(name=value.name, symbol=value.symbol))
        presumed_gradients.created(machine.graph, state, known.number)
    state.known[value.symbol] = known
    if group is not None:
        state.facts.obtained[group] = known
        obj = state.edit(known.number)
        obj.record = replace(obj.optimizer, loop=innermost_run(machine, value))
    return known


def _collection_of(value: Unknown) -> path_facts.CollectionOptimizer | None:
    """Return the key of the optimizer that stands for all elements of a collection; None for a value that is not an element."""
    return path_facts.CollectionOptimizer(value.symbol.of) if type(value.symbol) is terms.Element else None


def is_element(state: State, value: Unknown) -> bool:
    """Return True if a value is an element of a collection of optimizers."""
    group = _collection_of(value)
    return group is not None and group in state.facts.obtained


def innermost_run(machine: Machine, value: Unknown) -> RunNumber:
    """Return the innermost current loop run that started before an element was read: the loop over the collection."""
    number = value.symbol.time if type(value.symbol) is terms.Element else 0
    return max((turn.run for turn in machine.context.iterations if turn.run < number), default=NO_RUN)


def _is_one_of_several(machine: Machine, state: State, optimizer: Ref) -> bool:
    """Return True if the latest backward pass is inside the loop over a collection of optimizers.

    It then fills the gradients of this element alone, and earlier contributions are those of other elements.
    """
    loop = state.get(optimizer.number).optimizer.loop
    backward = machine.graph.backward_event(state.latest_backward)
    return loop is not None and backward is not None and backward.context.iteration_of(loop) > 0


def leaves_in(machine: Machine, state: State, value: Value, depth: int = 4) -> tuple[list[Tensor], bool]:
    """Return the leaves in an argument for parameters, and whether these are all."""
    if isinstance(value, Unknown):
        machine.value_facts.trained.add(value.symbol)
    if generator_calls.is_lazy(state, value):
        machine.exhaust(state, value)
    if isinstance(value, Tensor):
        # The result of an unresolved call, passed as parameters, stands for unresolved leaves.
        return ([], False) if value.parts and not value.parameter else ([value], True)
    if isinstance(value, Ref) and value.kind == "module":
        return ownership.leaves(machine, state, value), ownership.is_exact(machine, state, value)
    if isinstance(value, Ref) and value.kind == "dict" and depth:
        obj = state.get(value.number)
        params = obj.fields.get("params")
        if params is not None:
            return leaves_in(machine, state, params, depth - 1)
        values: tuple[Value, ...] = tuple(obj.fields.values())
        exact = obj.exact
    elif isinstance(value, Ref) and value.kind in ("list", "parameters", "generator", "set"):
        obj = state.get(value.number)
        values, exact = tuple(obj.items), obj.exact
    else:
        tensors = dependencies.tensors_in(state, value)
        known = machine.elements(state, value)
        if known is None or not depth:
            return tensors, bool(tensors)
        values, exact = known, True
    leaves: list[Tensor] = []
    for item in values:
        if isinstance(item, Constant):
            continue
        inner, complete = leaves_in(machine, state, item, depth - 1) if depth else ([], False)
        if isinstance(item, Unknown) and item.graph is NO:
            continue
        leaves.extend(inner)
        exact = exact and complete
    return leaves, exact


def method(machine: Machine, state: State, optimizer: Ref, name: str, arguments: Arguments) -> Outcome:
    """Call a method of an optimizer."""
    if name == "step":
        return _step_with_closure(machine, state, optimizer, arguments)
    if name == "zero_grad":
        owned, complete = ownership.owned_by(state, optimizer)
        presumed = None if complete else optimizer.number
        unstepped = complete and missing_steps.is_unstepped(machine, state, optimizer)
        leaf_gradients.report_discarded(machine, state, list(owned), arguments.site, presumed, optimizer.number, unstepped=unstepped)
        presumed_gradients.reset(state, optimizer.number, arguments.site)
        if arguments.open or (arguments.all() and not leaf_gradients.sets_to_none(machine, state, arguments)):
            state.optimizer_resets.pop(optimizer.number, None)
        if not complete:
            leaf_gradients.forget_gradients(machine, state, arguments, ownership.separate(machine, state, optimizer))
        else:
            leaf_gradients.reset_gradients(machine, state, list(owned), arguments, ResetBy.OPTIMIZER)
        return NONE
    if name == "add_param_group":
        more, complete = leaves_in(machine, state, arguments.get(0, "param_group") or machine.unknown())
        obj = state.edit(optimizer.number)
        owned, before = ownership.owned_by(state, optimizer)
        obj.record = replace(obj.optimizer, owned=(*owned, *more), complete=before and complete, others_before=None)
        if before and not complete:
            presumed_gradients.created(machine.graph, state, optimizer.number)
        return NONE
    if name not in WITHOUT_EFFECT:
        presumed_gradients.filled_by_hand(state)
    return machine.plain(name)


WITHOUT_EFFECT: Final = frozenset(
    (
        "state_dict load_state_dict train eval register_step_pre_hook register_step_post_hook register_state_dict_pre_hook "
        "register_state_dict_post_hook register_load_state_dict_pre_hook register_load_state_dict_post_hook"
    ).split()
)
"""Methods of an optimizer that neither fill, reset nor use gradients. Source: the page of torch.optim.Optimizer."""


def _step_with_closure(machine: Machine, state: State, optimizer: Ref, arguments: Arguments) -> Outcome:
    closure = arguments.get(0, "closure")
    if _is_number(closure):
        # A scheduler declared as an optimizer: `step(epoch)`. An optimizer raises a TypeError.
        return NONE
    if not isinstance(closure, Function | Bound | Partial):
        step(machine, state, optimizer, arguments.site, state.latest_backward if closure in (None, NONE) and not arguments.open else None)
        return NONE
    # For schedulers that step inside of the closure, the optimizer has stepped (probed).
    step_order.stepped(state, optimizer.number)
    before, earlier = state.grad_mode, state.latest_backward
    of_torch = state.get(optimizer.number).optimizer.name.startswith("torch.optim.")
    if not state.inference:
        # Every optimizer of torch.optim enables grad mode around the closure, which does not leave inference mode (probed).
        state.grad_mode = YES
    called = Arguments((), {}, arguments.site)
    if _repeats(state, optimizer):
        outcome: Outcome = _called_repeatedly(machine, state, optimizer, closure, called)
    else:
        outcome = machine.call(state, closure, called)
    results = outcome if isinstance(outcome, list) else [state]
    for path in results:
        path.grad_mode = before
        if not path.signal:
            if unknown := path.latest_backward == earlier and not of_torch:
                # The code of the step may backpropagate the loss that the closure returns.
                presumed_gradients.filled_by_hand(path)
            step(machine, path, optimizer, arguments.site, None if unknown else path.latest_backward)
    return outcome if isinstance(outcome, list) or not state.signal else NONE


def _is_number(value: Value | None) -> bool:
    """Return True for a number, known or not: it is not a closure."""
    if isinstance(value, Constant):
        return isinstance(value.value, int | float)
    return isinstance(value, Unknown) and value.graph is NO


def _repeats(state: State, optimizer: Ref) -> bool:
    """Return True for LBFGS, whose step calls the closure up to `max_iter` times (20 by default) and modifies the parameters in between."""
    record = state.get(optimizer.number).optimizer
    return record.name.rsplit(".", 1)[-1] == "LBFGS" and record.max_iter != 1


def _called_repeatedly(machine: Machine, state: State, optimizer: Ref, closure: Value, arguments: Arguments) -> list[State]:
    """Call a closure twice, as two iterations of a loop: the second call stands for all later ones."""
    graph = machine.graph
    outer, run = graph.context, RunNumber(graph.number())
    live, ended = [state], list[State]()
    for number in (1, 2):
        following: list[State] = []
        for path in live:
            if number > 1:
                for leaf in ownership.owned_by(path, optimizer)[0]:
                    if marks := path.gradients.get(path.node(leaf), ()):
                        sure = not leaf.stands_for.is_one_of_several and any(mark.is_certain for mark in marks)
                        graph_effects.change(graph, path, arguments.site, leaf.storage, ChangedBy.STEP, True, sure)
            graph.context = outer._replace(iterations=(*outer.iterations, LoopIteration(arguments.site, run, number)))
            try:
                outcome = machine.call(path, closure, arguments)
            finally:
                graph.context = outer
            if not isinstance(outcome, list):
                path.result = outcome
                outcome = [path]
            following.extend(after for after in outcome if not after.signal)
            ended.extend(after for after in outcome if after.signal)
        live = following
    return live + ended


def step(machine: Machine, state: State, optimizer: Ref, site: Site, latest: int | None = None) -> None:
    """Execute a step of an optimizer: it modifies, in place, the leaves that it owns and that have a gradient.

    Args:
        site: the call.
        latest: the latest backward pass, None if an unresolved closure may have run others.
    """
    owned, complete = ownership.owned_by(state, optimizer)
    dubious = plausibility.dubious(state.condition.truths) and any(isinstance(event, ZeroGrad) for event in machine.graph.events)
    scaled = _scaled_backward(state, owned, complete)
    gradients: dict[int, tuple[Contribution, ...]] = {}
    changed: list[int] = []
    for leaf in owned:
        node = state.node(leaf)
        gradients[node] = _on_path(state.gradients.get(node, ()), dubious)
        if _change(machine, state, leaf, site):
            changed.append(node)
    complete = complete and all(state.needs_grad(leaf) is YES or not leaf.stands_for.is_unresolved for leaf in owned)
    complete = complete and (bool(changed) or not ownership.may_be_received(machine, state, owned))
    if not complete:
        _may_have_used(state, gradients.keys() | ownership.separate(machine, state, optimizer))
    number = machine.graph.number()
    if _is_one_of_several(machine, state, optimizer):
        presumed_gradients.doubt(state)
    marks, emptied = presumed_gradients.stepped(state, optimizer.number, number)
    step_order.stepped(state, optimizer.number)
    discarded = (state.discarded_gradients.get(node) for node in gradients if node not in changed)
    event = Step(
        site, machine.context, number, optimizer.number, frozenset(gradients), frozenset(changed), gradients, complete,
        tuple(dict.fromkeys(reset for reset in discarded if reset is not None)), () if complete else _on_path(marks, dubious),
        None if complete else emptied, latest, presumed_gradients.follows_directly(state), counter_tests.assumed(machine.graph, state),
        scaled, _obtained(state, optimizer),
    )  # fmt: skip
    machine.graph.emit(event)


def _obtained(state: State, optimizer: Ref) -> int:
    """Return the number at which the program had an optimizer that it did not create; 0 if it created it, or if this is not known."""
    symbol = state.get(optimizer.number).optimizer.symbol
    return 0 if symbol is None else ownership.obtained_at(symbol) or 0


def _change(machine: Machine, state: State, leaf: Tensor, site: Site) -> bool:
    """Let a step modify a leaf in place and use its gradient; return False if it has no gradient."""
    node = state.node(leaf)
    marks = state.gradients.get(node, ())
    zeros = path_facts.ZeroFilled(node) in state.facts.certain
    if not marks and not zeros:
        return False
    sure = not leaf.stands_for.is_one_of_several and (zeros or any(mark.is_certain for mark in marks))
    graph_effects.change(machine.graph, state, site, leaf.storage, ChangedBy.STEP, True, sure)
    state.gradients[node] = tuple(mark._replace(used=True) for mark in marks)
    return True


def _scaled_backward(state: State, owned: Collection[Tensor], complete: bool) -> int:
    """Return the latest backward pass if a step certainly uses its gradients while they are multiplied by a scale, 0 otherwise."""
    latest = state.latest_backward
    if not gradient_scale.is_scaled(state, latest):
        return 0
    if not complete:
        return 0 if presumed_gradients.used_since_backward(state) else latest
    marks = [mark for leaf in owned for mark in state.gradients.get(state.node(leaf), ())]
    return latest if any(mark.backward == latest and not mark.used and mark.counts for mark in marks) else 0


def _on_path(marks: tuple[Contribution, ...], dubious: bool) -> tuple[Contribution, ...]:
    """Return the contributions, uncertain if a path that may be impossible omitted the reset after their use."""
    return tuple(mark.doubted() for mark in marks) if dubious and any(mark.used for mark in marks) else marks


def _may_have_used(state: State, owned: Collection[int]) -> None:
    """Make the gradients of other leaves uncertain: an optimizer with unresolved parameters may own any of them."""
    for node, marks in state.gradients.items():
        if node not in owned:
            state.gradients[node] = tuple(mark.doubted() for mark in marks)
