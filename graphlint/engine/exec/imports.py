"""Imports: a module of the project is a namespace whose names are resolved at their first use; other modules are libraries."""

from __future__ import annotations

from graphlint.autograd.events import Cause
from graphlint.autograd.numbers import ObjectNumber
from graphlint.engine.domain import havoc_log, terms
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.state import Signal, State
from graphlint.engine.domain.values import Api, Constant, Deferred, Namespace, Unknown, Value
from graphlint.engine.exec import lazy_imports, star_imports
from graphlint.engine.facts import dependencies, library_names
from graphlint.engine.machine.frames import Frame
from graphlint.engine.machine.machine import Machine, Unbound
from graphlint.ir.instructions import FunctionCode, Import
from graphlint.libraries import removed_names, tables


def load(machine: Machine, state: State, instruction: Import) -> None:
    """Execute `import module` or `from module import member`; one that a library has removed raises."""
    if not instruction.level and _is_removed(machine, instruction):
        raise Unbound
    if instruction.member == "*":
        _star(machine, state, instruction)
        return
    value = _module(machine, state, instruction) if not instruction.member else _member(machine, instruction)
    state.edit(machine.frame.scope).fields[instruction.name] = value


def _is_removed(machine: Machine, instruction: Import) -> bool:
    """Return True if an import needs a name that its library has removed; a module of the project may have the same name."""
    member = instruction.member or ""
    if not removed_names.is_removed(f"{instruction.module}.{member}" if member else instruction.module):
        return False
    return machine.modules.locate(machine.frame.code.path, instruction.module, 0, member) is None


def _module(machine: Machine, state: State, instruction: Import) -> Value:
    """Return the value of `import a.b`, which binds `a`, or of `import a.b as c`."""
    if machine.budget.closed:
        return Api(instruction.module if instruction.member == "" else instruction.name)
    path = machine.frame.code.path
    whole = machine.modules.locate(path, instruction.module, 0)
    if instruction.member == "":
        return namespace(machine, state, whole, instruction.module) if whole is not None else Api(instruction.module)
    second = instruction.module.partition(".")[2].partition(".")[0] if whole is not None else ""
    first = machine.modules.locate(path, instruction.name, 0, second)
    return namespace(machine, state, first, instruction.name) if first is not None else Api(instruction.name)


def _member(machine: Machine, instruction: Import) -> Value:
    member = instruction.member or ""
    prefix = "." * instruction.level + instruction.module
    name = library_names.canonical(f"{prefix}.{member}" if prefix else member)
    if machine.budget.closed or (instruction.level == 0 and tables.is_known(name)):
        return Api(name)
    module = machine.modules.locate(machine.frame.code.path, instruction.module, instruction.level, member)
    return Api(name) if module is None else Deferred(module, member, name)


def _star(machine: Machine, state: State, instruction: Import) -> None:
    module = None if machine.budget.closed else machine.modules.locate(machine.frame.code.path, instruction.module, instruction.level)
    fields = state.edit(machine.frame.scope).fields
    if module is not None:
        fields.update({name: Deferred(module, name, f"{instruction.module}.{name}") for name in lazy_imports.star_names(machine, module)})
        return
    bound = star_imports.bound_names(instruction.module, instruction.level)
    fields.update({name: Api(qualified) for name, qualified in bound.items()})


def namespace(machine: Machine, state: State, module: str, name: str) -> Namespace:
    """Return a module of the project as a value."""
    module_namespace = Namespace(module, lazy_imports.scope_of(machine, module), name)
    add_scope(state, module_namespace)
    return module_namespace


def add_scope(state: State, value: Namespace) -> None:
    """Add a module's scope to a path's heap."""
    if value.scope not in state.heap:
        lazy_imports.place(state, value.scope, value.module)


def attribute(machine: Machine, state: State, value: Namespace, name: str) -> Value:
    """Return an attribute of a module of the project: one set by another module, a name that its code binds, or a submodule."""
    obj = state.heap.get(value.scope)
    own = obj.fields.get(name) if obj is not None else None
    if own is not None:
        return machine.resolve(state, own)
    if machine.budget.closed or machine.evidence.opaque_class(value.module, name):
        return library_names.attribute(machine, Api(value.name), name)
    member = lazy_imports.link(machine, state, value.module, name)
    return member if member is not None else machine.resolve(state, Unknown(terms.Member(value.module, name), name=name))


def run(machine: Machine, state: State, code: FunctionCode, scope: ObjectNumber) -> None:
    """Execute the root's module in a scope; if paths fork, one that reached the end continues."""
    state.put(scope, Object("scope", None, {"__name__": Constant("__main__")}))
    with machine.activation(machine.graph, [Frame(code, (scope,))]):
        after = machine.run(code.body(), [state])
        for path in after:
            if path.signal is Signal.RETURN:
                # The statements of a snippet are the body of a function.
                nodes = dependencies.nodes_in(machine, path, (path.result,))
                havoc_log.outlives_root(machine.graph, machine.site(code.at), Cause.CALLER, nodes)
    goes_on = next((item for item in after if not item.signal), after[0] if after else state)
    if goes_on is not state:
        state.take(goes_on)
    state.signal = Signal.NONE
