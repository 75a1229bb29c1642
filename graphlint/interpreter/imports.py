"""Imports: a module of the project is run once and becomes a namespace; anything else is a library, known by its qualified name."""

from __future__ import annotations

from graphlint.interpreter import library
from graphlint.interpreter.machine import Frame, Machine
from graphlint.interpreter.state import Object, State
from graphlint.interpreter.values import Api, Constant, Namespace, Value
from graphlint.lowering.ir import FunctionCode, Import


def load(machine: Machine, state: State, instruction: Import) -> None:
    """import module, from module import member"""
    name = instruction.name
    fields = state.edit(machine.frame.scope).fields
    if instruction.member is None or instruction.member == "":
        module = instruction.module if instruction.member == "" else instruction.name
        code = machine.modules.find(machine.frame.code.path, instruction.module, 0)
        value: Value = Api(module)
        if code is not None and instruction.member == "":
            value = namespace(machine, state, code, instruction.module)
        fields = state.edit(machine.frame.scope).fields
        fields[name] = value
        return
    if instruction.member == "*":
        _star(machine, state, instruction)
        return
    value = _member(machine, state, instruction)
    state.edit(machine.frame.scope).fields[name] = value


def _member(machine: Machine, state: State, instruction: Import) -> Value:
    member = instruction.member or ""
    code = machine.modules.find(machine.frame.code.path, instruction.module, instruction.level)
    if code is not None:
        found = state.heap[namespace(machine, state, code, instruction.module).scope].fields.get(member)
        if found is not None:
            return found
    inner = machine.modules.find(
        machine.frame.code.path, f"{instruction.module}.{member}" if instruction.module else member, instruction.level
    )
    if inner is not None:
        return namespace(machine, state, inner, member)
    if code is not None:
        return machine.unknown(member)
    prefix = "." * instruction.level + instruction.module
    return Api(library.canonical(f"{prefix}.{member}" if prefix else member))


def _star(machine: Machine, state: State, instruction: Import) -> None:
    code = machine.modules.find(machine.frame.code.path, instruction.module, instruction.level)
    fields = state.edit(machine.frame.scope).fields
    if code is not None:
        exported = state.heap[namespace(machine, state, code, instruction.module).scope].fields
        fields = state.edit(machine.frame.scope).fields
        fields.update({key: value for key, value in exported.items() if isinstance(key, str) and not key.startswith("_")})
        return
    for member in _STAR.get(instruction.module, ()):
        fields[member] = Api(f"{instruction.module}.{member}")


_STAR = {
    "torch.nn": (
        "Module",
        "Linear",
        "Conv2d",
        "Sequential",
        "ReLU",
        "MSELoss",
        "CrossEntropyLoss",
        "ModuleList",
        "Parameter",
        "functional",
    ),
    "torch": ("nn", "optim", "no_grad", "tensor", "zeros", "ones", "randn", "rand"),
}
"""What a star import of a library brings, as far as it matters."""


def namespace(machine: Machine, state: State, code: FunctionCode, module: str) -> Namespace:
    """A module of the project, run when it is first imported on this path."""
    scope = machine.imported.get(id(code))
    if scope is None or scope not in state.heap:
        scope = machine.graph.number() if scope is None else scope
        machine.imported[id(code)] = scope
        run(machine, state, code, scope)
    return Namespace(module, scope)


def run(machine: Machine, state: State, code: FunctionCode, scope: int) -> None:
    """Run a module's own statements in a scope; the paths they fork into go on as one."""
    name = "__main__" if not machine.frames else code.path
    state.put(scope, Object("scope", None, {"__name__": Constant(name)}))
    outer, frames = machine.graph.context, machine.frames
    machine.graph.context = type(outer)()
    machine.frames = [Frame(code, (scope,))]
    try:
        behind = machine.run(code.body(), [state])
    finally:
        machine.frames = frames
        machine.graph.context = outer
    if behind and behind[0] is not state:
        for slot in State.__slots__:
            setattr(state, slot, getattr(behind[0], slot))
    state.signal = ""
