"""Functions of the program: binding of arguments to parameters, and execution of a body in a scope of its own."""

from __future__ import annotations

from typing import Final

from graphlint.autograd.events import Cause, Certainty, Site, SkippedCall
from graphlint.autograd.numbers import ObjectNumber
from graphlint.autograd.presumptions import Presumption
from graphlint.engine.domain import havoc_log, path_facts, scaler_stages, terms
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.records import ContainerRecord
from graphlint.engine.domain.state import Signal, State
from graphlint.engine.domain.symbols import symbol_of
from graphlint.engine.domain.values import MAYBE, NONE, Constant, Function, Ref, Sequence, Unknown, Value
from graphlint.engine.exec import dead_state, presumed_returns
from graphlint.engine.facts import declared, dependencies, forward_calls, generator_calls
from graphlint.engine.havoc import unresolved_calls, unresolved_stores
from graphlint.engine.havoc.callee_effects import CalleeEffects
from graphlint.engine.machine import visits
from graphlint.engine.machine.arguments import Arguments, Spelling
from graphlint.engine.machine.frames import Consumer, Frame
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.libraries import effects
from graphlint.engine.models.torch import declared_values, grad_modes, inferred_values, module_instances, optimizers
from graphlint.engine.operations import frozen_parameters, leaf_gradients, ownership
from graphlint.engine.retention import leaving_graphs
from graphlint.ir.instructions import Block, FunctionCode, Parameter
from graphlint.project.file_summary import Effect, UsedAs


def call(machine: Machine, state: State, function: Function, arguments: Arguments) -> Outcome:
    """Call a function of the program; one that a subclass implements is not executed."""
    if declared.is_abstract(function.code):
        return declared_values.implemented_elsewhere(machine, state, function, arguments)
    return enter(machine, state, function, arguments)


def enter(machine: Machine, state: State, function: Function, arguments: Arguments, *, running: bool = False) -> Outcome:
    """Execute the body of a function in a scope of its own; that of a generator function only if it is `running`."""
    code = function.code
    entry = effects.of_own_function(machine, function)
    if entry is not None and not running and [frame.code for frame in machine.frames] != [code]:
        # As a root, the function's own code is analyzed instead of its library model.
        return effects.call(machine, state, entry, code.name, arguments)
    if code.facts.is_generator and not running:
        return generator_calls.make(machine, state, function, arguments)
    depth = sum(1 for frame in machine.frames if frame.code is code)
    if _is_too_deep(machine) or depth >= 2 or not machine.budget.may_enter(code):
        return pass_by(machine, state, function, arguments)
    remembered = path_facts.CachedResult(id(code), tuple(map(symbol_of, arguments.all()))) if function.kind == "cached" else None
    if remembered is not None and remembered in state.facts.obtained:
        return state.facts.obtained[remembered]
    bound = bind(machine, state, function, arguments)
    visit = visits.begin(machine, function, state, arguments, frozen_parameters.frozen_names(machine, state, function, bound))
    scope = ObjectNumber(machine.graph.number())
    state.put(scope, Object("scope", None, bound, [], None, machine.context))
    if function.owner is not None:
        state.get(scope).fields["__class__"] = function.owner
    frame = Frame(code, (scope, *function.scopes))
    after, restore = _run_frame(machine, state, frame, function, arguments.site)
    visits.end(machine, visit, after)
    if presumed_returns.is_presumed(machine, visit, code, after):
        machine.graph.failing.add(code.identity)
        after[0].signal = Signal.RETURN
        after[0].result = pass_by(machine, after[0], function, arguments)
    for path in after:
        _return(machine, path, code, scope)
        restore(path)
        if not path.signal:
            leaving_graphs.note_returned(machine, path, arguments.site, code.name)
        if remembered is not None and not path.signal:
            path.facts.obtained[remembered] = path.result
    if len(after) > 1:
        after = _join_paths(machine, after)
    if len(after) == 1 and after[0] is state and not state.signal:
        return state.result
    return after


def _run_frame(machine: Machine, state: State, frame: Frame, function: Function, site: Site) -> tuple[list[State], grad_modes.Leave]:
    """Execute the code of a call; return the states at its end, and a callback that restores the grad mode of the caller."""
    outer, code = machine.graph.context, frame.code
    machine.graph.context = outer.in_call(site, code.name)
    machine.frames.append(frame)
    restore = grad_modes.begin(machine, state, function)
    left, begun = machine.budget.leave_home(code.path), machine.budget.begin_call()
    try:
        after = machine.run(code.body(), [state])
    finally:
        machine.budget.end_call(code, begun)
        if left:
            machine.budget.come_home()
        machine.frames.pop()
        machine.graph.context = outer
    if not code.facts.is_generator:
        machine.functions.ended_scopes.add(frame.scope)
    return after, restore


def _return(machine: Machine, state: State, code: FunctionCode, scope: ObjectNumber) -> None:
    """Set the result of a path at the end of a call, and remove the variables that no nested function can read."""
    if state.signal is Signal.RETURN:
        state.signal = Signal.NONE
    elif not state.signal:
        state.result = NONE
    if code.facts.is_generator and not state.signal:
        state.result = generator_calls.collected(machine, state, scope)
    if not code.children:
        state.heap.pop(scope, None)
        state.owned.discard(scope)
    elif not state.signal and scope in state.heap:
        # Python gives a nested function the class of the method, too.
        closed_over, fields = {"__class__", *machine.liveness(code).shared}, state.edit(scope).fields
        for name in [name for name in fields if name not in closed_over]:
            del fields[name]


def _is_too_deep(machine: Machine) -> bool:
    """Return True if the limit of depth is reached. Forward passes and constructors do not count, since modules contain modules."""
    limit = machine.limits.depth + len(machine.graph.forwards)
    return len(machine.frames) > limit and sum(frame.code.name != "__init__" for frame in machine.frames) > limit


def _join_paths(machine: Machine, after: list[State]) -> list[State]:
    """Join the paths after a call, and return the remaining ones."""
    raising = [state for state in after if state.signal]
    returned = machine.join([state for state in after if not state.signal], after_call=True)
    if len(returned) > 1:
        returned = dead_state.after_return(machine, returned)
    return returned + raising


def bind(machine: Machine, state: State, function: Function, arguments: Arguments) -> dict[object, Value]:
    """Return the initial variables of a function's scope: its parameters."""
    names: dict[object, Value] = {}
    positional = list(arguments.positional)
    keywords = dict(arguments.keywords)
    for parameter in function.code.parameters:
        if parameter.kind == "*":
            names[parameter.name] = _rest_of(machine, state, arguments, positional)
            positional = []
        elif parameter.kind == "**":
            rest = machine.allocate(state, "dict")
            obj = state.get(rest.number)
            obj.fields.update(keywords)
            obj.exact = not arguments.open
            names[parameter.name] = rest
            if keywords:
                machine.value_facts.keywords[rest.number] = {
                    name: arguments.forwarded.get(name) or Spelling(value, arguments.site, machine.context)
                    for name, value in keywords.items()
                }
        elif parameter.name in keywords:
            names[parameter.name] = _passed(machine, state, function, parameter, keywords.pop(parameter.name))
        elif positional and not parameter.keyword_only:
            names[parameter.name] = _passed(machine, state, function, parameter, positional.pop(0))
        elif parameter.name in function.defaults and not arguments.open:
            names[parameter.name] = function.defaults[parameter.name]
        else:
            value = names[parameter.name] = unknown_argument(machine, state, function, parameter)
            if (
                isinstance(value, Unknown)
                and value.graph is not Certainty.NO
                and (nodes := dependencies.nodes_in(machine, state, arguments.spread))
            ):
                machine.graph.unresolved.node(machine.graph, value.symbol, arguments.site, below=nodes)
    return names


def _rest_of(machine: Machine, state: State, arguments: Arguments, positional: list[Value]) -> Value:
    """Return the value of a `*` parameter; a list with unknown elements if the caller passes star arguments of unknown length."""
    if not arguments.open:
        return Sequence(tuple(positional))
    rest = machine.allocate(state, "list", None, ContainerRecord(prefix=len(positional)))
    obj = state.get(rest.number)
    obj.items, obj.exact = [*positional, *arguments.spread], False
    return rest


def _passed(machine: Machine, state: State, function: Function, parameter: Parameter, value: Value) -> Value:
    """Return an argument that a caller passes: the kind of an unknown value follows from the uses of the parameter, as in an assignment.

    An instance of an unresolved class keeps the kind that its own name shows: the parameter may stand for objects of several libraries.
    """
    if type(value) is not Unknown or value.data or type(value.symbol) is terms.InstanceSymbol:
        return value
    if machine.evidence.kind(function.code.path, parameter.name) is None:
        return value
    return inferred_values.named(machine, state, value, parameter.name, path=function.code.path)


def unknown_argument(machine: Machine, state: State, function: Function, parameter: Parameter) -> Value:
    """Return the value of a parameter that no resolved caller passes: its kind follows from its annotation and its uses."""
    value = Unknown(machine.graph.number(), name=parameter.name)
    default = function.defaults.get(parameter.name)
    if isinstance(default, Constant):
        machine.value_facts.defaults[value.symbol] = default
    kind = machine.evidence.kind(function.code.path, parameter.name)
    declaration = declared.meaning(machine, state, function.scopes, parameter.annotation)
    if declaration is not None:
        # A function that compares a parameter with None does so because some caller passes it, whatever the annotation says.
        function.code.body()
        compared = declaration.kind in declared.OBJECTS and parameter.name in function.code.compared_with_none
        lazily = compared or (declared_values.may_be_none(declaration, default) and not kind)
        return declared_values.declare(machine, state, value, declaration, lazily=lazily)
    return _of_kind(machine, state, function.code.path, value, kind)


def free_value(machine: Machine, state: State, name: str) -> Value:
    """Return the value of a name that a snippet reads and does not bind: unknown as that of a parameter, of the kind that its uses show."""
    path = machine.frame.code.path
    return _of_kind(machine, state, path, Unknown(machine.graph.number(), name=name), machine.evidence.kind(path, name))


def _of_kind(machine: Machine, state: State, path: str, value: Unknown, kind: UsedAs | None) -> Value:
    """Return the value of a name of which the uses show the kind."""
    # A name that is rebound to a result of its own call is first that of a class or function.
    if kind is UsedAs.MODULE and not machine.evidence.replaced_by_call(path, value.name):
        return module_instances.opaque(machine, state, value)
    if kind is UsedAs.OPTIMIZER:
        return optimizers.opaque(machine, state, value)
    return value


def bind_name(machine: Machine, state: State, name: str, value: Value) -> None:
    """Bind a name in the innermost scope."""
    state.edit(machine.frame.scope).fields[name] = value


def pass_by(machine: Machine, state: State, function: Function, arguments: Arguments) -> Value:
    """Call a function of the program without executing it, because of the limits of depth or distance.

    If it runs backward, it may have backpropagated through any graph and reset or used any gradient; `autograd.grad` leaves the
    gradients of parameters as they are, and a step only uses them. If it sets gradients, it may have reset any. If it switches grad
    mode, the results of module calls in progress may have no graph; if it detaches, their inputs may be detached. If it mentions
    `requires_grad`, it may freeze the modules that it receives, or thaw them; a forward pass is presumed to set that of tensors, not of
    its own parameters.
    """
    machine.note_passed_by(function)
    machine.graph.emit(SkippedCall(arguments.site, machine.context, function.code.facts.calls, function.code.name))
    roots = machine.evidence.roots(function.code.path)
    possible = machine.evidence.callee_effects(function.code.path, function.code.at[0])
    scaler_stages.forget(state)
    if roots.runs_backward(function.code):
        only_steps = possible & Effect.BACKPROPAGATES == Effect.STEP
        if not only_steps:
            havoc_log.may_use(machine.graph, machine.here(), Cause.SKIPPED_CALL, state.nodes_on_heap())
        if possible & Effect.BACKPROPAGATES != Effect.AUTOGRAD_GRAD:
            leaf_gradients.doubt(state, {leaf_gradients.EVERYTHING}, resets=not only_steps)
    if Effect.RESETS in possible:
        leaf_gradients.doubt(state, {leaf_gradients.EVERYTHING})
    if Effect.REQUIRES_GRAD in possible and not (function.code.name == "forward" and machine.graph.presumes(Presumption.FROZEN_ELSEWHERE)):
        _doubt_flags(machine, state, arguments)
    if machine.graph.forwards:
        if Effect.GRAD_MODE in possible:
            forward_calls.note_without_grad(machine, state)
        if Effect.DETACHES in possible:
            forward_calls.note_detach(machine, state)
    unresolved_stores.attributes(machine, state, arguments.all(), arguments.site, function.code)
    if function.owner is not None and any(code.name == "__init__" for code in (function.code, *(frame.code for frame in machine.frames))):
        _leave_incomplete(state, arguments)
    result = unresolved_calls.unknown_call(machine, state, arguments, effects=_effects_of(function, possible))
    of_module = function.owner is None and len(function.scopes) == 1
    if of_module and isinstance(result, Unknown):
        machine.graph.unresolved.imported.add(result.symbol)
    return result


def _effects_of(function: Function, possible: Effect) -> CalleeEffects:
    """Return the effects on its arguments of a function of the program, from what it or a callee may do; gradients are havocked before."""
    when = CalleeEffects.when
    return (
        CalleeEffects.CALLS_MODULES
        | CalleeEffects.OPTIMIZES
        | when(function.owner is not None, CalleeEffects.STORES)
        | when(possible & _BACKWARD, CalleeEffects.TRAINS)
        | when(Effect.TRAINING_MODE in possible, CalleeEffects.SWITCHES)
        | when(possible & (Effect.BACKPROPAGATES | Effect.MENTIONS), CalleeEffects.READS_GRADIENTS)
    )


def _doubt_flags(machine: Machine, state: State, arguments: Arguments) -> None:
    """Record that the parameters of the modules among some arguments may require grad, or not."""
    for value in arguments.all():
        if isinstance(value, Ref) and value.kind == "module":
            state.needs.update((leaf.number, MAYBE) for leaf in ownership.leaves(machine, state, value))


def _leave_incomplete(state: State, arguments: Arguments) -> None:
    """Record that the receiver of a method that is not executed during its construction may have other submodules and parameters."""
    receiver = arguments.get(0, "self")
    if isinstance(receiver, Ref) and receiver.kind == "module" and receiver.number in state.heap:
        state.edit(receiver.number).exact = False


_BACKWARD: Final = Effect.BACKWARD | Effect.AUTOGRAD_GRAD

LEFT_BY_CONSUMER: Final = {Signal.STOP_AND_RETURN: Signal.RETURN, Signal.STOP_AND_RAISE: Signal.RAISE}
"""The signals in a generator when its consumer leaves the consuming function, each with the signal outside of the generator."""


def inline(machine: Machine, state: State, value: Ref, target: int, body: Block, *, manager: bool = False) -> list[State]:
    """Execute a generator with the consumer's block at each of its yields.

    The decorator of a `manager` may have been called on the context manager, which does not execute the generator; its mode is not set.
    """
    waiting = generator_calls.pending(state, value)
    assert waiting is not None
    function, arguments = waiting
    state.edit(value.number).record = None
    if sum(1 for frame in machine.frames if frame.code is function.code) >= 2 or len(machine.frames) > machine.limits.depth + 4:
        machine.set(state, target, machine.unknown())
        return machine.run(body, [state])
    visit = visits.begin(machine, function, state)
    scope = ObjectNumber(machine.graph.number())
    state.put(scope, Object("scope", None, bind(machine, state, function, arguments), [], None, machine.context))
    frame = Frame(function.code, (scope, *function.scopes))
    decorated = None if manager else function
    if decorated is not None:
        enter_generator(machine, state, scope, decorated)
    machine.blocks.consumers.append(Consumer(tuple(machine.frames), target, body, frame, decorated))
    machine.frames.append(frame)
    try:
        after = machine.run(function.code.body(), [state])
    finally:
        machine.frames.pop()
        machine.blocks.consumers.pop()
    visits.end(machine, visit, after)
    for path in after:
        leave_generator(path, scope)
        if path.signal in (Signal.RETURN, Signal.STOP):
            path.signal = Signal.NONE
        elif path.signal in LEFT_BY_CONSUMER:
            path.signal = LEFT_BY_CONSUMER[path.signal]
    return after


def enter_generator(machine: Machine, state: State, scope: ObjectNumber, function: Function) -> None:
    """Set the grad mode of a generator's decorator, and store the consumer's modes in the generator's scope.

    A generator that its consumer leaves is only closed: the consumer's modes are restored after that.
    """
    outside = state.modes
    if not state.signal:
        grad_modes.begin(machine, state, function)
    if state.signal or state.modes != outside:
        state.edit(scope).record = generator_calls.OutsideModes(outside)


def leave_generator(state: State, scope: ObjectNumber) -> None:
    """Restore the consumer's modes at a yield or at the end of a decorated generator."""
    record = state.get(scope).record
    if isinstance(record, generator_calls.OutsideModes):
        state.restore(record.modes)
        state.edit(scope).record = None
