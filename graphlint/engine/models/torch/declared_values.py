"""Values of declared kinds: unresolved values that annotations declare to be modules, optimizers or scalers."""

from __future__ import annotations

from dataclasses import replace

from graphlint.autograd import operations as table
from graphlint.autograd.events import Certainty
from graphlint.engine.domain.records import LibraryKind
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Api, Constant, Declared, Function, Kind, Ref, Unknown, Value
from graphlint.engine.facts import declared, external_classes, library_objects
from graphlint.engine.havoc import unresolved_calls
from graphlint.engine.havoc.callee_effects import FUNCTION
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.torch import module_instances, optimizers


def declare(machine: Machine, state: State, value: Unknown, declaration: Declared, *, lazily: bool) -> Value:
    """Record the declared kind of a value, and return the object of that kind; if `lazily`, the value itself.

    A lazily declared value takes the kind at the first call of one of its methods.
    """
    if declaration.kind is Kind.PLAIN:
        return value if lazily else replace(value, graph=Certainty.NO)
    machine.value_facts.declared[value.symbol] = declaration
    return value if lazily else declared_object(machine, state, value) or value


def may_be_none(declaration: Declared, default: Value | None) -> bool:
    """Return True if a value of a declared kind may be None, by its annotation or default."""
    return declaration.optional or (isinstance(default, Constant) and default.value is None)


def declared_object(machine: Machine, state: State, value: Unknown, *, tested: bool = False) -> Ref | None:
    """Return the object that an unresolved value is by its declared kind, None if none is declared."""
    declaration = declared.of_key(machine, value.symbol) if machine.value_facts.declared else None
    if declaration is None and tested and (shown := state.facts.tested_classes.get(value.symbol)) is not None:
        declaration = declared.of_test(shown)
    if declaration is None or value.data:
        return None
    if declaration.kind is Kind.OPTIMIZER:
        return optimizers.opaque(machine, state, value)
    if declaration.kind is Kind.LAYER:
        return module_instances.received(machine, state, value, table.modules()[declaration.name])
    if declaration.kind is Kind.MODULE and (declaration.type is None or external_classes.is_module_class(machine, state, declaration.type)):
        return module_instances.opaque(machine, state, value)
    if declaration.kind is Kind.SCALER:
        ref = state.known[value.symbol] = library_objects.make(machine, state, LibraryKind.SCALER, unknown=True)
        return ref
    return None


def made_by(machine: Machine, state: State, function: Unknown, arguments: Arguments) -> Outcome | None:
    """Call a value that is declared to construct optimizers or modules; return None for any other."""
    found = declared.of_key(machine, function.symbol) if machine.value_facts.declared else None
    declaration = found.parts[0] if found is not None and found.kind is Kind.FACTORY else None
    if found is None or declaration is None:
        return None
    if declaration.kind is Kind.OPTIMIZER:
        return machine.call(state, Api("torch.optim.Optimizer"), arguments)
    result = unresolved_calls.unknown_call(machine, state, arguments, effects=FUNCTION)
    if not isinstance(result, Unknown) or any(isinstance(value, Ref) and value.kind == "module" for value in arguments.all()):
        # A wrapper may return the module that it receives.
        return result
    value = declare(machine, state, Unknown(result.symbol, result.graph, function.name), declaration, lazily=declaration.optional)
    if found.constructs and isinstance(value, Ref) and value.kind == "module":
        module_instances.begin(machine, state, value)
    return value


def implemented_elsewhere(machine: Machine, state: State, function: Function, arguments: Arguments) -> Value:
    """Call a function that only declares its result."""
    result = unresolved_calls.unknown_call(machine, state, arguments)
    declaration = declared.meaning(machine, state, function.scopes, function.code.returns)
    if not isinstance(result, Unknown) or declaration is None:
        return result
    return declare(machine, state, result, declaration, lazily=declaration.optional)
