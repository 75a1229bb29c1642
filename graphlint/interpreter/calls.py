"""Calls: what a value does when it is called, how a function of the program is entered, and what a call not at hand may have done."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from typing import Any

from graphlint.autograd.events import Certainty
from graphlint.interpreter import (
    caller_conditions,
    class_lookup,
    classes,
    containers,
    dependencies,
    effects,
    external_classes,
    forward_facts,
    frameworks,
    generators,
    havoc,
    iteration,
    kinds,
    leaf_gradients,
    library,
    modes,
    module_groups,
    module_hooks,
    module_tree,
    modules,
    objects,
    offering,
    optimizers,
    outcomes,
    passes,
    presumed,
    returns,
    reuse,
    tensor_items,
    tensor_methods,
    torch_api,
)
from graphlint.interpreter.join import RESULT
from graphlint.interpreter.keys import key_of
from graphlint.interpreter.machine import Arguments, Frame, Machine, Outcome, Spelling, Table
from graphlint.interpreter.state import CONTAINERS, Object, State
from graphlint.interpreter.values import (
    NONE,
    Api,
    Bound,
    Class,
    Constant,
    Deferred,
    Each,
    Function,
    Library,
    Method,
    Mode,
    Namespace,
    Partial,
    Ref,
    Sequence,
    Super,
    Tensor,
    Unknown,
    Value,
)
from graphlint.ir.instructions import Call, FunctionCode, Parameter
from graphlint.project.file_summary import Effect


def call(machine: Machine, state: State, instruction: Call) -> list[State] | None:
    """The call instruction."""
    function = machine.value(state, instruction.function)
    arguments = machine.arguments(state, instruction.arguments, instruction.at)
    if instruction.method is None:
        outcome = machine.call(state, function, arguments)
    else:
        outcome = machine.call_method(state, function, instruction.method, arguments)
    if isinstance(outcome, list):
        for item in outcome:
            if not item.signal:
                machine.set(item, instruction.target, item.result)
        return outcome
    machine.set(state, instruction.target, outcome)
    return None


def _bound(machine: Machine, state: State, function: Bound, arguments: Arguments) -> Outcome:
    return machine.call(state, function.function, arguments.behind(function.receiver))


def _method(machine: Machine, state: State, function: Method, arguments: Arguments) -> Outcome:
    return machine.call_method(state, function.receiver, function.name, arguments)


def _api(machine: Machine, state: State, function: Api, arguments: Arguments) -> Outcome:
    return library.call(machine, state, function.name, arguments)


def _library(machine: Machine, state: State, function: Library, arguments: Arguments) -> Outcome:
    return modules.make(machine, state, function.entry, arguments)


def _partial(machine: Machine, state: State, function: Partial, arguments: Arguments) -> Outcome:
    merged = Arguments(
        (*function.arguments, *arguments.positional), {**function.keywords, **arguments.keywords}, arguments.site, arguments.open,
        arguments.spread,
    )  # fmt: skip
    return machine.call(state, function.function, merged)


def _mode(machine: Machine, state: State, function: Mode, arguments: Arguments) -> Outcome:
    return modes.decorate(machine, function, arguments)


def _object(machine: Machine, state: State, function: Ref, arguments: Arguments) -> Outcome:
    if function.kind == "module":
        return passes.call(machine, state, function, arguments)
    found = class_lookup.find_method(state, function, "__call__")
    return _other(machine, state, function, arguments) if found is None else machine.call(state, found, arguments)


def _deferred(machine: Machine, state: State, function: Deferred, arguments: Arguments) -> Outcome:
    return machine.call(state, machine.resolve(state, function), arguments)


def _unknown(machine: Machine, state: State, function: Unknown, arguments: Arguments) -> Outcome:
    path = machine.frame.code.path
    kind_of = machine.evidence.kind(path, function.name) if function.name else ""
    is_module = kind_of == "module" and not machine.evidence.replaced_by_call(path, function.name)
    if is_module or module_groups.is_member(state, function):
        return passes.call(machine, state, modules.opaque(machine, state, function), arguments)
    modeled = frameworks.called_instance(machine, state, function, arguments)
    if modeled is not None:
        return modeled
    result = unknown_call(machine, state, arguments, keeps=False)
    if isinstance(result, Unknown) and reuse.is_import(function.key):
        machine.graph.imported.add(result.key)
    if isinstance(result, Unknown) and function.name and kinds.may_have_state(machine, state, function.name):
        machine.graph.keep(result.key)
    elif isinstance(result, Unknown) and function.name and kinds.is_used_as_module(machine, state, function.name):
        machine.graph.computed.add(result.key)
    return result


def _other(machine: Machine, state: State, function: Value, arguments: Arguments) -> Outcome:
    return unknown_call(machine, state, arguments, keeps=False)


def _method_of_tensor(machine: Machine, state: State, receiver: Tensor | Each, name: str, arguments: Arguments) -> Outcome:
    if name == "detach" and _is_no_tensor(state, receiver):
        return receiver
    return tensor_methods.call(machine, state, receiver, name, arguments)


def _method_of_api(machine: Machine, state: State, receiver: Api, name: str, arguments: Arguments) -> Outcome:
    return library.call(machine, state, f"{receiver.name}.{name}", arguments)


def _method_of_unknown(machine: Machine, state: State, receiver: Unknown, name: str, arguments: Arguments) -> Outcome:
    outcome = objects.method_of_unknown(machine, state, receiver, name, arguments)
    if name in objects.NEVER_NONE and isinstance(outcome, Unknown):
        machine.present.add(outcome.key)
    return outcome


def _method_of_class(machine: Machine, state: State, receiver: Class, name: str, arguments: Arguments) -> Outcome:
    function = objects.load(machine, state, receiver, name, arguments.site)
    if isinstance(function, Unknown | Method):
        foreign = frameworks.class_method(machine, state, receiver, name, arguments)
        if foreign is not None:
            return foreign
    return machine.call(state, function, arguments)


def _method_of_namespace(machine: Machine, state: State, receiver: Namespace, name: str, arguments: Arguments) -> Outcome:
    return machine.call(state, objects.load(machine, state, receiver, name, arguments.site), arguments)


def _method_of_super(machine: Machine, state: State, receiver: Super, name: str, arguments: Arguments) -> Outcome:
    function = objects.load(machine, state, receiver, name, arguments.site)
    if not isinstance(function, Unknown):
        return machine.call(state, function, arguments)
    if name == "__setattr__" and len(arguments.positional) > 1 and isinstance(arguments.positional[0], Constant):
        text, value = arguments.positional
        objects.store(machine, state, receiver.receiver, str(getattr(text, "value", "")), value, arguments)
        return NONE
    if name == "__getattr__":
        # The base finds only what is set, and the class's own `__getattr__` goes on from there.
        state.signal = "raise"
        return NONE
    return modules.foreign_method(machine, state, receiver.receiver, name, arguments)


def _method_of_plain(machine: Machine, state: State, receiver: Sequence | Constant, name: str, arguments: Arguments) -> Outcome:
    return receiver if name == "detach" else containers.method(machine, state, receiver, name, arguments)


def _method_of_function(machine: Machine, state: State, receiver: Function | Bound, name: str, arguments: Arguments) -> Outcome:
    if name == "detach":
        return receiver
    if name == "cache_clear":
        for key in [key for key in state.facts if isinstance(key, tuple) and key[0] == "cached"]:
            del state.facts[key]
        return NONE
    return unknown_call(machine, state, arguments, receiver)


def _method_of_mode(machine: Machine, state: State, receiver: Mode, name: str, arguments: Arguments) -> Outcome:
    if name in ("__enter__", "__exit__"):
        return modes.by_hand(machine, state, receiver, name)
    return unknown_call(machine, state, arguments, receiver)


def method_of_object(machine: Machine, state: State, receiver: Ref, name: str, arguments: Arguments) -> Outcome:
    """A method of an object on the heap: the program's own, or one that the interpreter models."""
    made = state.get(receiver.number)
    own = made.fields.get(name) if receiver.kind in ("module", "instance") else None
    if own is not None:
        return machine.call(state, machine.resolve(state, own), arguments)
    found = class_lookup.find_method(state, receiver, name)
    if found is not None and name == "forward" and receiver.kind == "module":
        # Called by its name, it is the module's pass all the same.
        return passes.call(machine, state, receiver, arguments)
    if isinstance(found, Bound) and isinstance(found.function, Function) and found.function.kind in ("property", "cached property"):
        return _call_result(machine, outcomes.paths(state, objects.read(machine, state, receiver, name, arguments.site)), arguments)
    if found is not None:
        return machine.call(state, found, arguments)
    if receiver.kind != "module" or not modules.has_method(name):
        computed = objects.computed_attribute(machine, state, receiver, name, arguments.site)
        if computed is not None:
            return _call_result(machine, computed, arguments)
    if name == "detach" and _is_no_tensor(state, receiver):
        return receiver
    if receiver.kind == "module":
        return modules.method(machine, state, receiver, name, arguments)
    if receiver.kind == "optimizer":
        return optimizers.method(machine, state, receiver, name, arguments)
    if receiver.kind in (*CONTAINERS, "generator"):
        return containers.method(machine, state, receiver, name, arguments)
    if made.about.get("ctx"):
        return ctx_method(machine, state, receiver, name, arguments)
    if receiver.kind == "helper":
        what, _ = iteration.sources_of(state, receiver)
        return torch_api.helper_method(machine, state, receiver, what, name, arguments)
    return objects.method_of_instance(machine, state, receiver, name, arguments)


def _is_no_tensor(state: State, receiver: Value) -> bool:
    """Test whether a value certainly has no method of tensors: then `detach()` on it detaches nothing, and no fix may rest on it."""
    if isinstance(receiver, Tensor):
        return receiver.parts and tensor_items.has_named_part(state, receiver)
    if not isinstance(receiver, Ref):
        return isinstance(receiver, Bound | Constant | Function | Sequence)
    if receiver.kind in (*CONTAINERS, "optimizer"):
        return True
    made = state.get(receiver.number).type
    return receiver.kind == "instance" and (
        made is None or (isinstance(made, Class) and set(class_lookup.foreign_bases(made)) <= {"object"})
    )


def _call_result(machine: Machine, after: list[State], arguments: Arguments) -> list[State]:
    """Call what an attribute computed to, on each path."""
    done: list[State] = []
    for item in after:
        done.extend([item] if item.signal else outcomes.paths(item, machine.call(item, machine.resolve(item, item.result), arguments)))
    return done


def ctx_method(machine: Machine, state: State, ctx: Ref, name: str, arguments: Arguments) -> Value:
    """A method of the ctx of a custom Function."""
    if name == "save_for_backward":
        kept = tuple(item for value in arguments.all() for item in dependencies.tensors_in(machine, state, value))
        state.edit(ctx.number).about["saved"] = kept
    return NONE


def enter(machine: Machine, state: State, function: Function, arguments: Arguments, *, running: bool = False) -> Outcome:
    """Enter a function of the program: run its body in a scope of its own; a generator's only where it is `running`."""
    code = function.code
    entry = effects.of_own_function(machine, function)
    if entry is not None and not running and [frame.code for frame in machine.frames] != [code]:
        # Entered as the beginning of a run, its own code is what is looked into.
        return effects.call(machine, state, entry, code.name, arguments)
    code.body()
    if code.generator and not running:
        return generators.make(machine, state, function, arguments)
    depth = sum(1 for frame in machine.frames if frame.code is code)
    if len(machine.frames) > machine.limits.depth + machine.graph.module_depth or depth >= 2 or machine.too_far(code):
        return pass_by(machine, state, function, arguments)
    remembered = ("cached", id(code), tuple(key_of(value) for value in arguments.all()))
    if function.kind == "cached" and remembered in state.facts:
        return state.facts[remembered]
    visit = machine.note_entered(function, state)
    scope = machine.graph.number()
    state.put(scope, Object("scope", None, bind(machine, state, function, arguments), [], {}, machine.context))
    if function.owner is not None:
        state.get(scope).fields["__class__"] = function.owner
    outer = machine.graph.context
    machine.graph.context = outer._replace(calls=(*outer.calls, arguments.site), functions=(*outer.functions, code.name))
    frame = Frame(code, (scope, *function.scopes))
    machine.frames.append(frame)
    restore = modes.begin(machine, state, function)
    left = machine.leave_home(code)
    try:
        behind = machine.run(code.body(), [state])
    finally:
        if left:
            machine.come_home()
        machine.frames.pop()
        machine.graph.context = outer
    machine.note_end(visit, behind)
    for item in behind:
        if item.signal == "return":
            item.signal = ""
        elif not item.signal:
            item.result = NONE
        if code.generator and not item.signal:
            item.result = containers.generator_of(machine, item, scope)
        restore(item)
        if function.kind == "cached" and not item.signal:
            item.facts[remembered] = item.result
        if not code.children:
            item.heap.pop(scope, None)
            item.owned.discard(scope)
    if len(behind) > 1:
        raising = [item for item in behind if item.signal]
        returned = machine.join([item for item in behind if not item.signal], RESULT)
        if not machine.is_eventful(code) and not all(isinstance(item.result, Constant) for item in returned):
            # One return stands for the others: its conditions are assumed, except those that a caller tests, too.
            returned = caller_conditions.representatives(returns.ranked(returned), frame.conditions)
        machine.frame.conditions |= frame.conditions
        behind = returned + raising
    if len(behind) == 1 and behind[0] is state and not state.signal:
        return state.result
    return behind


def bind(machine: Machine, state: State, function: Function, arguments: Arguments) -> dict[object, Value]:
    """The first names of a function's scope: its parameters."""
    names: dict[object, Value] = {}
    positional = list(arguments.positional)
    keywords = dict(arguments.keywords)
    for parameter in function.code.parameters:
        if parameter.kind == "*":
            names[parameter.name] = _rest_of(machine, state, arguments, positional)
            positional = []
        elif parameter.kind == "**":
            rest = machine.allocate(state, "dict")
            made = state.get(rest.number)
            made.fields.update(keywords)
            made.exact = not arguments.open
            names[parameter.name] = rest
            if keywords:
                machine.received[rest.number] = {
                    name: arguments.forwarded.get(name) or Spelling(value, arguments.site, machine.context)
                    for name, value in keywords.items()
                }
        elif parameter.name in keywords:
            names[parameter.name] = keywords.pop(parameter.name)
        elif positional and not parameter.keyword_only:
            names[parameter.name] = positional.pop(0)
        elif parameter.name in function.defaults and not arguments.open:
            names[parameter.name] = function.defaults[parameter.name]
        else:
            value = names[parameter.name] = unseen_argument(machine, state, function.code, parameter)
            if (
                isinstance(value, Unknown)
                and value.graph is not Certainty.NO
                and (nodes := dependencies.nodes_in(machine, state, arguments.spread))
            ):
                machine.graph.unseen(value.key, arguments.site, "unseen", nodes)
    return names


def _rest_of(machine: Machine, state: State, arguments: Arguments, positional: list[Value]) -> Value:
    """What a function's own star gets: a list of which not all is known, where the caller spreads out what is not."""
    if not arguments.open:
        return Sequence(tuple(positional))
    rest = machine.allocate(state, "list")
    made = state.get(rest.number)
    made.items, made.exact = [*positional, *arguments.spread], False
    return rest


def unseen_argument(machine: Machine, state: State, code: FunctionCode, parameter: Parameter) -> Value:
    """What is known of an argument that no visible caller passes: what the function and its file do with it."""
    value = Unknown(machine.graph.number(), name=parameter.name)
    kind = external_classes.annotated_kind(parameter.annotation) or machine.evidence.kind(code.path, parameter.name)
    if kind == "module":
        return modules.opaque(machine, state, value)
    if kind == "optimizer":
        return optimizers.opaque(machine, state, value)
    if kind == "plain":
        return replace(value, graph=Certainty.NO)
    return value


def bind_name(machine: Machine, state: State, name: str, value: Value) -> None:
    """Bind a name in the innermost scope."""
    state.edit(machine.frame.scope).fields[name] = value


def escape(machine: Machine, state: State, values: tuple[Value, ...], result: Hashable = None, *, keeps: bool = True) -> list[int]:
    """Values go to code that is not at hand: it may walk, store or detach what they hang on. Returns their nodes."""
    nodes = dependencies.nodes_in(machine, state, values)
    spent = frozenset(node for node in nodes if reuse.is_spent(machine.graph, state, node)) if state.keepers else frozenset[int]()
    machine.graph.escape(nodes, result, keeps=keeps, spent=spent)
    for value in values:
        machine.shared.update(parameters_in(machine, state, value))
        offering.offer(machine, state, value)
    return nodes


def parameters_in(machine: Machine, state: State, value: Value, depth: int = 4) -> set[int]:
    """The nodes of the parameters that whoever has a value can get at: through modules, optimizers, objects and what they hold."""
    if isinstance(value, Tensor | Each):
        return {state.node(item) for item in dependencies.tensors_in(machine, state, value) if item.parameter}
    if isinstance(value, Bound):
        return parameters_in(machine, state, value.receiver, depth) | parameters_in(machine, state, value.function, depth)
    if isinstance(value, Function):
        # What it closes over is not followed: all of it, where it does anything to gradients.
        walks = machine.evidence.roots(value.code.path).runs_backward(value.code)
        return {leaf_gradients.EVERYTHING} if walks else set()
    if not depth:
        return set()
    inner: Iterable[Value] = ()
    if isinstance(value, Sequence):
        inner = value.items
    elif isinstance(value, Ref) and value.kind == "module":
        return {state.node(leaf) for leaf in module_tree.leaves(machine, state, value)}
    elif isinstance(value, Ref) and value.kind == "optimizer":
        inner = optimizers.owned_by(state, value)[0]
    elif isinstance(value, Ref):
        made = state.get(value.number)
        inner = (*made.items, *made.fields.values())
    return {node for item in inner for node in parameters_in(machine, state, item, depth - 1)}


def may_reset(machine: Machine, state: State, receiver: Value) -> None:
    """A method not at hand was called on an object: it may have reset or used the gradients of what the object holds, and of what
    code not at hand was given before."""
    leaf_gradients.doubt(state, parameters_in(machine, state, receiver) | machine.shared)


def pass_by(machine: Machine, state: State, function: Function, arguments: Arguments) -> Value:
    """A function of the program that is not entered, since that would lead too far: one that does anything to gradients may have
    walked any graph, and reset or used any gradient; one that switches grad mode off may return to a forward pass what has no graph;
    one that detaches may detach what a forward pass was given."""
    machine.note_passed_by(function)
    roots = machine.evidence.roots(function.code.path)
    if roots.runs_backward(function.code):
        machine.graph.unfollowed.update(state.live_nodes())
        leaf_gradients.doubt(state, {leaf_gradients.EVERYTHING})
    if machine.graph.forwards:
        possible = machine.evidence.callee_effects(function.code.path, function.code.at[0])
        if Effect.GRAD_MODE in possible:
            forward_facts.note_without_grad(machine, state)
        if Effect.DETACHES in possible:
            forward_facts.note_detach(machine, state)
    havoc.attributes(machine, state, arguments.all(), arguments.site, function.code)
    return unknown_call(machine, state, arguments, resets=False)


def unknown_call(
    machine: Machine, state: State, arguments: Arguments, receiver: Value | None = None, *,
    calls_modules: bool = True, keeps: bool = True, resets: bool = True,
) -> Value:  # fmt: skip
    """A call whose source is not at hand: its result may hang on its arguments, or may not; it may be anything.

    `calls_modules` says that it may call modules, whose forward hooks run then; `keeps`, that it may keep what it is given for later;
    `resets`, that it may reset or use the gradients of the parameters that it is given.
    """
    values = arguments.all() if receiver is None else (receiver, *arguments.all())
    result = machine.unknown()
    machine.graph.call_results[result.key] = machine.context
    if any(isinstance(value, Tensor | Each) and not (isinstance(value, Tensor) and value.parameter) for value in values):
        machine.graph.computed.add(result.key)
    nodes = escape(machine, state, values, result.key, keeps=keeps)
    nodes += [
        machine.graph.unseen(value.key, arguments.site)
        for value in arguments.all()
        if isinstance(value, Unknown) and value.graph is Certainty.MAYBE and not value.data
    ]
    for value in arguments.all():
        forget(machine, state, value)
        modes.used(machine, value)
    # What a module was given to may have called it.
    called = [value for value in arguments.all() if isinstance(value, Ref) and value.kind == "module"]
    if called and calls_modules:
        havoc.attributes(machine, state, called, arguments.site)
    given = (value for value in values if isinstance(value, Ref) and value.kind == "module")
    nodes += [state.node(leaf) for value in given for leaf in module_tree.leaves(machine, state, value) if not state.without_graph(leaf)]
    built = machine.graph.unseen(result.key, arguments.site, "unknown", nodes) if nodes and state.grad_mode is not Certainty.NO else 0
    if any(map(_may_train, values)) or not values:
        presumed.unresolved(state, machine.graph.number(), built)
    # What receives only the module is presumed to compute something with it; what receives optimizers or parameters may reset gradients.
    owners = [
        value for value in values if (isinstance(value, Ref) and value.kind != "module") or isinstance(value, Function | Bound | Partial)
    ]
    if owners:
        leaf_gradients.doubt(state, {node for value in owners for node in parameters_in(machine, state, value)} if resets else set())
    if calls_modules:
        module_hooks.run(machine, state, arguments.site)
    return result


def _may_train(value: Value) -> bool:
    """Test whether unresolved code that receives a value may run a backward pass, or use or reset gradients, by means of it."""
    if isinstance(value, Unknown):
        return value.graph is not Certainty.NO and not value.data
    return not isinstance(value, Constant)


def forget(machine: Machine, state: State, value: Value) -> None:
    """A container given to code that is not at hand may have grown there; a function given to it may be called there."""
    if isinstance(value, Ref) and value.kind in CONTAINERS:
        made = state.edit(value.number)
        made.exact = False
        made.about["more"] = False
    elif isinstance(value, Ref) and value.kind == "instance":
        for inner in list(state.get(value.number).fields.values()):
            if isinstance(inner, Ref) and inner.kind in CONTAINERS:
                forget(machine, state, inner)
    elif isinstance(value, Ref) and value.kind == "module":
        machine.graph.handed.update(state.node(leaf) for leaf in module_tree.leaves(machine, state, value))


def _method_of_other(machine: Machine, state: State, receiver: Value, name: str, arguments: Arguments) -> Outcome:
    return unknown_call(machine, state, arguments, receiver)


CALLS: Table[Callable[[Machine, State, Any, Arguments], Outcome]] = Table(
    {
        Function: enter, Bound: _bound, Method: _method, Api: _api, Class: classes.instantiate, Library: _library, Partial: _partial,
        Mode: _mode, Ref: _object, Deferred: _deferred, Unknown: _unknown,
    },
    _other,
)  # fmt: skip
"""What a call of a value does, by its class."""

METHODS: Table[Callable[[Machine, State, Any, str, Arguments], Outcome]] = Table(
    {
        Tensor: _method_of_tensor, Each: _method_of_tensor, Api: _method_of_api, Ref: method_of_object, Unknown: _method_of_unknown,
        Class: _method_of_class, Namespace: _method_of_namespace, Super: _method_of_super, Sequence: _method_of_plain,
        Constant: _method_of_plain, Function: _method_of_function, Bound: _method_of_function, Mode: _method_of_mode,
    },
    _method_of_other,
)  # fmt: skip
"""What a call of a method does, by the class of its receiver."""
