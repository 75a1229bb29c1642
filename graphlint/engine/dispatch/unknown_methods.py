"""Methods of unknown values. Some method names show the kind of the receiver."""

from __future__ import annotations

from typing import Final

from graphlint.autograd import operations
from graphlint.autograd.events import Certainty
from graphlint.autograd.presumptions import Presumption
from graphlint.engine.dispatch import modules
from graphlint.engine.domain import class_lookup, path_facts, presumed_gradients, shapes, symbol_origins, terms
from graphlint.engine.domain.objects import CONTAINERS
from graphlint.engine.domain.state import State
from graphlint.engine.domain.symbols import symbol_of
from graphlint.engine.domain.unresolved_results import LISTS_PARAMETERS, TO_DATA
from graphlint.engine.domain.values import NONE, Constant, Ref, Unknown, Value
from graphlint.engine.facts import conditions, dependencies, external_classes, kinds, module_collections
from graphlint.engine.havoc import forward_hooks, unresolved_calls
from graphlint.engine.havoc.callee_effects import COMPUTATION, METHOD, CalleeEffects
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.libraries import frameworks
from graphlint.engine.models.python import mappings, texts, type_functions
from graphlint.engine.models.torch import declared_values, inferred_values, module_calls, module_instances, optimizers
from graphlint.engine.operations import wrong_operands
from graphlint.libraries import tensor_methods
from graphlint.project.file_summary import UsedAs

NEVER_NONE: Final = tensor_methods.DEVICE_MOVES | tensor_methods.CASTS | tensor_methods.RESHAPES | {"detach", "clone"}
"""Methods that every tensor has, and that never return None on other objects."""


LISTINGS: Final = frozenset(
    "parameters named_parameters buffers named_buffers modules named_modules children named_children state_dict".split()
)
"""Methods of modules that list what a module contains, and run no other code."""


OF_PARAMETERS: Final = LISTS_PARAMETERS | {"zero_grad", "requires_grad_", "step"}
"""Methods of modules and optimizers that list or change parameters or their gradients."""


def call(machine: Machine, state: State, receiver: Unknown, name: str, arguments: Arguments) -> Outcome:
    """Call a method of an unknown value."""
    if name == "backward" and not receiver.data:
        return inferred_values.backward_of_unknown(machine, state, receiver, arguments)
    wrong_operands.method(machine, receiver, name, arguments.site)
    declared = declared_values.declared_object(machine, state, receiver)
    if declared is not None:
        return machine.call_method(state, declared, name, arguments)
    if name in forward_hooks.FORWARD_HOOKS:
        unresolved_calls.receive(machine, state, arguments.all())
        forward_hooks.register(state, name, arguments)
        return machine.plain("handle")
    attribute = machine.resolve(state, class_lookup.unknown_attribute(receiver, name))
    if not isinstance(attribute, Unknown):
        return machine.call(state, attribute, arguments)
    shown = _by_evidence(machine, state, receiver, attribute, name, arguments)
    if shown is not None:
        return shown
    if receiver.graph is Certainty.NO:
        # A method of data reads what it is called on, so it trains nothing. Any other object may reach the parameters of the program.
        effects = COMPUTATION if operations.is_tensor_method(name) else METHOD
        given = receiver if receiver.data else None
        result = unresolved_calls.unknown_call(machine, state, arguments, given, effects=effects & ~CalleeEffects.CALLS_MODULES)
        return Unknown(machine.graph.number(), Certainty.NO, "", receiver.data) if isinstance(result, Unknown) else result
    if name in tensor_methods.MODULE_MOVES:
        return _moved(machine, receiver, name)
    if arguments.all():
        # A method with arguments may change the receiver: a later backward need not start from the same graph.
        state.facts.possible.add(path_facts.Changed(receiver.symbol))
        return _with_arguments(machine, state, receiver, name, arguments)
    return _without_arguments(machine, state, receiver, name, arguments)


def _by_evidence(machine: Machine, state: State, receiver: Unknown, attribute: Unknown, name: str, arguments: Arguments) -> Outcome | None:
    """Call a method whose receiver, or the method itself, is of a kind that its name or its uses show; None if nothing shows a kind."""
    if module_collections.is_member(state, receiver) or (
        name in ("eval", "train") and not arguments.positional and module_collections.is_any_element(receiver.symbol)
    ):
        return modules.method(machine, state, module_instances.opaque(machine, state, receiver), name, arguments)
    if _is_put_into_eval_mode(machine, receiver, name, arguments):
        return modules.method(machine, state, module_instances.opaque(machine, state, receiver), name, arguments)
    optimizer = _as_optimizer(machine, state, receiver, name, arguments)
    if optimizer is not None:
        return optimizers.method(machine, state, optimizer, name, arguments)
    if name == "zero_grad":
        # The receiver is a module or an optimizer with unresolved parameters.
        presumed_gradients.reset(state, None, arguments.site)
        return NONE
    if name == "requires_grad_":
        # A tensor or a module, which returns itself.
        flag = arguments.get(0, "requires_grad")
        needs = Certainty.YES if flag is None else conditions.certainty(machine, state, flag)
        if receiver.graph is not Certainty.NO or needs is Certainty.NO:
            return receiver
        return inferred_values.differentiated_leaf(machine, state, receiver, needs, arguments.site)
    by_library = frameworks.unknown_method(machine, state, receiver, name, arguments)
    if by_library is not None:
        return by_library
    if attribute.name and machine.evidence.kind(machine.frame.code.path, attribute.name) is UsedAs.MODULE:
        return module_calls.call(machine, state, module_instances.opaque(machine, state, attribute), arguments)
    if name == "update" and mappings.is_mapping(machine, receiver):
        return mappings.update(machine, state, receiver, arguments)
    if name in texts.METHODS and not arguments.open and texts.are_texts(arguments.all()):
        return Unknown(terms.CallSymbol(receiver.symbol, name, 0, tuple(map(symbol_of, arguments.all()))), Certainty.NO, "", receiver.data)
    if name == "get" and all(isinstance(value, Constant) or _is_plain_container(machine, state, value) for value in arguments.all()):
        # `mapping.get(key)` has the same symbol as `mapping[key]`.
        key = arguments.get(0, "key")
        if isinstance(key, Constant) and isinstance(key.value, str):
            return machine.get_item(state, receiver, key, arguments.site)
    return None


def _moved(machine: Machine, receiver: Unknown, name: str) -> Value:
    """Return the result of moving or converting a module or a tensor. The arguments are a device and a dtype, which have no graph."""
    if external_classes.is_plain(machine, receiver):
        return receiver
    moved = terms.CallSymbol(receiver.symbol, name, machine.graph.number(), ())
    made_by = external_classes.made_by(receiver)
    return Unknown(terms.InstanceSymbol(made_by, moved) if made_by else moved, receiver.graph, "", receiver.data)


def _without_arguments(machine: Machine, state: State, receiver: Unknown, name: str, arguments: Arguments) -> Value:
    """Return the result of a method without arguments: it depends on the graph of the receiver only."""
    if name in TO_DATA and not arguments.open:
        return Unknown(terms.CallSymbol(receiver.symbol, name, machine.graph.number(), ()), Certainty.NO, "", data=True)
    if name == "detach" and not arguments.open:
        # A new symbol, so that the result does not depend on the receiver's graph.
        return Unknown(machine.graph.number(), Certainty.NO)
    if name not in type_functions.OF_EVERY_TENSOR and name not in LISTINGS and not operations.is_tensor_method(name):
        node = machine.graph.unresolved.node_or_none(machine.graph, receiver.symbol) or 0
        presumed_gradients.saw_unresolved_code(state, machine.graph.number(), node)
    return Unknown(terms.CallSymbol(receiver.symbol, name, machine.graph.number(), ()), receiver.graph)


def _with_arguments(machine: Machine, state: State, receiver: Unknown, name: str, arguments: Arguments) -> Value:
    """Call a method as unresolved code that receives the receiver and the arguments."""
    computes = operations.is_tensor_method(name) and machine.graph.presumes(Presumption.COMPUTATIONS)
    if computes and not receiver.data and not symbol_origins.is_part_of_data(machine.graph, receiver.symbol):
        # An operation on a tensor: the result depends on it.
        machine.graph.unresolved.node(machine.graph, receiver.symbol, arguments.site)
    if name in shapes.RESHAPING:
        machine.graph.unresolved.use_as_sizes(arguments.positional)
    result = unresolved_calls.unknown_call(machine, state, arguments, receiver, effects=COMPUTATION if computes else METHOD)
    made_of_data = _computes_from(name, arguments) and symbol_origins.is_part_of_data(machine.graph, receiver.symbol)
    if isinstance(result, Unknown) and (symbol_origins.is_import(receiver.symbol) or made_of_data):
        machine.graph.unresolved.imported.add(result.symbol)
    return result


def _is_plain_container(machine: Machine, state: State, value: Value) -> bool:
    """Return True for a container without graphs, such as the empty dict that stands for a missing section of settings."""
    return isinstance(value, Ref) and value.kind in CONTAINERS and not dependencies.nodes_in(machine, state, (value,))


def _computes_from(name: str, arguments: Arguments) -> bool:
    """Return True if a method computes its result from the receiver: an operation on a tensor, or one that receives only constants."""
    return operations.is_tensor_method(name) or all(isinstance(value, Constant) for value in arguments.all())


def _is_put_into_eval_mode(machine: Machine, receiver: Unknown, name: str, arguments: Arguments) -> bool:
    """Return True for `eval()` of an instance of a library class: it is a module, if the file uses no other framework.

    What was read from a file or a registry may have been frozen by the code that stored it.
    """
    if name != "eval" or not external_classes.made_by(receiver) or receiver.data or arguments.all() or arguments.open:
        return False
    return not machine.evidence.imports_other_framework(machine.frame.code.path)


def _as_optimizer(machine: Machine, state: State, receiver: Unknown, name: str, arguments: Arguments) -> Ref | None:
    """Return the optimizer that a value is because its `step` or `zero_grad` is called, None if it may be another object."""
    if name not in ("step", "zero_grad") or arguments.open or (name == "step" and arguments.all()):
        return None
    shown = kinds.is_used_as_optimizer(machine, state, receiver, arguments.site) or (
        name == "step" and kinds.steps_after_backward(machine, state, receiver, arguments.site)
    )
    return optimizers.opaque(machine, state, receiver) if shown or optimizers.is_element(state, receiver) else None
