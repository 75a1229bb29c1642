"""Operators: on tensors, on objects that define them, on constants, and on unknown values."""

from __future__ import annotations

from typing import Final

from graphlint.autograd.events import Site
from graphlint.engine.domain import terms
from graphlint.engine.domain.bounds import CONSTANT_SIZE, EQUALITIES_OF_A_MEMBERSHIP
from graphlint.engine.domain.constants import is_small
from graphlint.engine.domain.state import Signal, State
from graphlint.engine.domain.symbols import slot_of, symbol_of
from graphlint.engine.domain.values import NO, NONE, Api, Bound, Constant, Function, Ref, Sequence, Unknown, Value
from graphlint.engine.exec import counter_bounds
from graphlint.engine.exec.counter_bounds import FOLDED
from graphlint.engine.facts import counters, identities
from graphlint.engine.machine import outcomes
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.models.python import built_in_methods, class_tests, containers, enum_members, sets, special_methods, texts
from graphlint.engine.operations import arithmetic
from graphlint.ir import instructions


def finish(machine: Machine, state: State, outcome: Outcome, target: int) -> list[State] | None:
    """Store a result on the path, or on each path that its computation led to."""
    if not isinstance(outcome, list):
        machine.set(state, target, machine.resolve(state, outcome))
        return None
    for path in outcome:
        if not path.signal:
            machine.set(path, target, path.result)
    return outcome


def operate(machine: Machine, state: State, instruction: instructions.Operate) -> list[State] | None:
    """Execute an operator: on tensors, on objects that define it, on constants, or on unknown values."""
    left = machine.value(state, instruction.left)
    right = None if instruction.right is None else machine.value(state, instruction.right)
    site = machine.site(instruction.at)
    if (type(left) is Unknown or type(right) is Unknown) and _computes(instruction.operator, left, right):
        machine.value_facts.use_as_numbers((left,) if right is None else (left, right))
    own = special_methods.operate(machine, state, instruction.operator, left, right, site, instruction.inplace)
    if own is not None:
        return finish(machine, state, own, instruction.target)
    result = arithmetic.operate(machine, state, instruction.operator, left, right, site, instruction.inplace)
    if result is None:
        outcome = _other(machine, state, instruction, left, right)
        if isinstance(outcome, list):
            return finish(machine, state, outcome, instruction.target)
        result = outcome
    machine.set(state, instruction.target, result)
    return None


def _computes(symbol: str, left: Value, right: Value | None) -> bool:
    """Return True for an operator that no module supports: arithmetic, ordering, equality with a number or string."""
    if symbol in ("==", "!="):
        return any(isinstance(value, Constant) and value.value is not None for value in (left, right))
    return symbol in arithmetic.ARITHMETIC or symbol in ("<", "<=", ">", ">=")


def _other(machine: Machine, state: State, instruction: instructions.Operate, left: Value, right: Value | None) -> Outcome:
    symbol = instruction.operator
    if right is None:
        return _negated(machine, symbol, left)
    if symbol in ("is", "is not"):
        return _identity(machine, state, symbol, left, right)
    if symbol == "%" and isinstance(left, Constant) and isinstance(left.value, str):
        return texts.by_percent(machine, left, right)
    if isinstance(left, Constant) and isinstance(right, Constant):
        return _of_constants(machine, state, instruction, left, right)
    if symbol in ("in", "not in"):
        return _membership(machine, state, symbol, left, right)
    collected = _of_collections(machine, state, instruction, left, right)
    if collected is not None:
        return collected
    if symbol in ("==", "!=") and (same := enum_members.equal(state, left, right)) is not None:
        return Constant(same is (symbol == "=="))
    if symbol in ("==", "!=") and (same := class_tests.same_class(left, right)) is not None:
        return Constant(same is (symbol == "=="))
    if symbol in ("==", "!=") and isinstance(left, Unknown) and (same := identities.same(left, right)) is not None:
        return Constant(same is (symbol == "=="))
    if symbol == "|" and (union := class_tests.union(left, right)) is not None:
        return union
    if symbol in ("==", "!=") and (_differ_in_kind(left, right) or _differ_in_kind(right, left)):
        return Constant(symbol == "!=")
    if symbol == "!=":
        return Unknown(terms.Not(terms.Equals(symbol_of(left), symbol_of(right))), NO)
    return _of_unknown(machine, symbol, left, right)


def _of_constants(machine: Machine, state: State, instruction: instructions.Operate, left: Constant, right: Constant) -> Value:
    """Compute an operation on constants; a counter of a loop of unknown length is compared by its bounds."""
    symbol = instruction.operator
    if symbol in arithmetic.ARITHMETIC and (left.value is None or right.value is None):
        state.signal = Signal.RAISE
        return left
    if symbol == "%" and left.counted and (remainder := counters.remainder(machine, state, left, right)) is not None:
        return remainder
    if (left.counted or right.counted) and (open_ := counter_bounds.compared(machine, state, symbol, left, right)) is not None:
        return open_
    return _fold(machine, symbol, left, right, falls=instruction.inplace and symbol == "-")


def _of_collections(machine: Machine, state: State, instruction: instructions.Operate, left: Value, right: Value) -> Outcome | None:
    """Concatenate, unite or repeat collections; None if the operands are others."""
    if not isinstance(left, (Sequence, Ref)):
        return None
    symbol, site = instruction.operator, machine.site(instruction.at)
    if symbol == "+" and instruction.inplace and isinstance(left, Ref) and left.kind == "list":
        built_in_methods.method(machine, state, left, "extend", Arguments((right,), {}, site))
        return left
    if symbol == "+" and isinstance(right, (Sequence, Ref)):
        container = state.get(left.number).module.container if isinstance(left, Ref) else ""
        if isinstance(left, Ref) and container in OF_MODULES:
            return _of_modules(machine, state, left, container, right, instruction, site)
        return _concatenated(machine, state, left, right)
    if symbol == "|" and isinstance(left, Ref) and isinstance(right, Ref) and left.kind == right.kind in ("dict", "set"):
        target: Value = left if instruction.inplace else containers.copy_of(machine, state, left)
        built_in_methods.method(machine, state, target, "update", Arguments((right,), {}, site))
        return target
    if symbol in ("-", "&") and isinstance(left, Ref) and isinstance(right, Ref) and left.kind == right.kind in ("list", "set"):
        return sets.select(machine, state, left, right, common=symbol == "&")
    if symbol == "*" and isinstance(right, Constant) and isinstance(right.value, int):
        return _repeated(machine, state, left, min(right.value, machine.limits.constants))
    if symbol == "*" and isinstance(left, Ref) and left.kind == "list" and isinstance(right, Unknown):
        return _slots(machine, state, left)
    return None


def _slots(machine: Machine, state: State, source: Ref) -> Value | None:
    """Return the list of an unknown number of empty slots, `[None] * count`, to which the program will assign; None for other lists."""
    if not (items := state.get(source.number).items) or not all(isinstance(value, Constant) and value.value is None for value in items):
        return None
    ref = machine.allocate(state, "list")
    state.get(ref.number).items, state.get(ref.number).exact = [NONE], False
    return ref


OF_MODULES: Final = frozenset(("ModuleList", "ParameterList", "Sequential"))
"""The containers of torch.nn to which `+` appends."""


def _of_unknown(machine: Machine, symbol: str, left: Value, right: Value) -> Unknown:
    """Return the result of an operation of which an operand is unknown."""
    both_plain = all(_is_plain(machine, value) for value in (left, right))
    comparison = symbol in arithmetic.COMPARISONS
    data = any(isinstance(value, Unknown) and value.data for value in (left, right))
    if isinstance(left, (Constant, Unknown)) and isinstance(right, (Constant, Unknown)):
        key = terms.binary(symbol, symbol_of(left), symbol_of(right))
        return Unknown(key, NO if both_plain or comparison else machine.unknown().graph, "", data and not comparison)
    return Unknown(machine.graph.number(), NO) if comparison else machine.unknown()


def _is_plain(machine: Machine, value: Value) -> bool:
    """Return True for a value without a graph: a constant, a number, a size."""
    if isinstance(value, Unknown):
        return value.graph is NO or value.symbol in machine.graph.unresolved.sizes
    return isinstance(value, Constant)


def _differ_in_kind(value: Value, other: Value) -> bool:
    """Return True if the kinds of two values exclude that they are equal: a device or a function, and a text.

    A parameter that is spelled like a built-in function and forgotten (`type == "sum"`) names that function.
    """
    if not (isinstance(other, Constant) and isinstance(other.value, str)):
        return False
    if isinstance(value, Function | Bound) or (isinstance(value, Api) and value.name.startswith("builtins.")):
        return True
    symbol = value.symbol if isinstance(value, Unknown) else None
    return isinstance(symbol, terms.Device) or (isinstance(symbol, terms.TensorAttribute) and symbol.name == "device")


def _negated(machine: Machine, symbol: str, value: Value) -> Value:
    if isinstance(value, Constant) and isinstance(value.value, (int, float)):
        return Constant(-value.value) if symbol == "-" else value
    if isinstance(value, Unknown):
        return Unknown(terms.Unary(symbol, value.symbol), value.graph, "", value.data)
    return machine.unknown()


def _identity(machine: Machine, state: State, symbol: str, left: Value, right: Value) -> Value:
    """Return the value of `left is right` or `left is not right`."""
    if isinstance(left, Constant):
        left, right = right, left
    if isinstance(left, Constant) and isinstance(right, Constant):
        equal = left.value is right.value or left.value == right.value
        return Constant(equal is (symbol == "is"))
    same = enum_members.equal(state, left, right)
    if same is not None or (same := class_tests.same_class(left, right)) is not None:
        return Constant(same is (symbol == "is"))
    unknown = isinstance(left, Unknown) or isinstance(right, Unknown)
    if not unknown and (isinstance(left, Constant) or isinstance(right, Constant)):
        return Constant(symbol == "is not")
    absent = isinstance(right, Constant) and right.value is None
    if absent and isinstance(left, Unknown) and machine.value_facts.is_never_none(left.symbol):
        return Constant(symbol == "is not")
    if absent and isinstance(left, Unknown) and type(left.symbol) is terms.HasGradFn:
        return Unknown(terms.Not(left.symbol), NO) if symbol == "is" else left
    key = terms.Is(symbol_of(left), symbol_of(right))
    return Unknown(key if symbol == "is" else terms.Not(key), NO)


def _fold(machine: Machine, symbol: str, left: Constant, right: Constant, *, falls: bool) -> Value:
    function = FOLDED.get(symbol)
    numbers = isinstance(left.value, (int, float)) and isinstance(right.value, (int, float))
    texts = isinstance(left.value, str) and isinstance(right.value, str) and symbol in ("==", "!=", "+")
    if symbol in ("in", "not in") and isinstance(left.value, str) and isinstance(right.value, str):
        return Constant((left.value in right.value) is (symbol == "in"))
    if function is None or not (numbers or texts or symbol in ("==", "!=")):
        return machine.plain()
    if symbol in arithmetic.ARITHMETIC and not (is_small(left.value) and is_small(right.value)):
        return machine.plain()
    try:
        loop = counter_bounds.counted_in(machine, left, right) if symbol in ("+", "-") and numbers else None
        return Constant(function(left.value, right.value), loop, falls=loop is not None and not right.counted and (falls or left.falls))
    except (ArithmeticError, TypeError):
        return machine.plain()


def _membership(machine: Machine, state: State, symbol: str, left: Value, right: Value) -> Value:
    if (inside := identities.contains(state, right, left)) is not None:
        return Constant(inside is (symbol == "in"))
    everything = machine.elements(state, right)
    if everything is not None and not everything:
        return Constant(symbol == "not in")
    if isinstance(left, Constant):
        if isinstance(right, Ref) and right.kind == "dict" and state.get(right.number).exact:
            return Constant((left.value in state.get(right.number).fields) is (symbol == "in"))
        if everything is not None and all(isinstance(value, Constant) for value in everything):
            return Constant(any(isinstance(value, Constant) and value.value == left.value for value in everything) is (symbol == "in"))
    if isinstance(right, Ref) and right.kind == "dict":
        slot = slot_of(left)
        if slot in state.get(right.number).fields:
            return Constant(symbol == "in")
    if everything is not None and None not in (same := [class_tests.same_class(left, value) for value in everything]):
        return Constant((True in same) is (symbol == "in"))
    constants = [symbol_of(value) for value in everything or () if isinstance(value, Constant)]
    # A string contains longer parts than its characters.
    listed = everything is not None and len(constants) == len(everything) <= EQUALITIES_OF_A_MEMBERSHIP and not isinstance(right, Constant)
    if listed and isinstance(left, Unknown):
        either = terms.Or(tuple(terms.Equals(symbol_of(left), constant) for constant in constants))
        return Unknown(either if symbol == "in" else terms.Not(either), NO)
    key = terms.Contains(symbol_of(left), symbol_of(right), machine.graph.number() if isinstance(right, Ref) else 0)
    return Unknown(key if symbol == "in" else terms.Not(key), NO)


def _concatenated(machine: Machine, state: State, left: Value, right: Value) -> Value:
    one, two = machine.elements(state, left), machine.elements(state, right)
    if isinstance(left, Sequence) and isinstance(right, Sequence):
        items = (*left.items, *right.items)
        return Sequence(items) if len(items) <= CONSTANT_SIZE else machine.unknown()
    ref = machine.allocate(state, "list")
    target = state.get(ref.number)
    for value, known in ((left, one), (right, two)):
        target.items.extend(known if known is not None else state.get(value.number).items if isinstance(value, Ref) else ())
    target.exact = one is not None and two is not None
    target.limit(CONSTANT_SIZE)
    return ref


def _of_modules(
    machine: Machine, state: State, left: Ref, container: str, right: Value, instruction: instructions.Operate, site: Site
) -> Outcome:
    """Return the sum of a container module and other modules: with `+=` the container itself, else a new container of the same class."""
    if instruction.inplace:
        outcome = machine.call_method(state, left, "extend", Arguments((right,), {}, site))
        return outcomes.then(state, outcome, lambda _, __: left)
    return machine.call(state, Api(f"torch.nn.{container}"), Arguments((_concatenated(machine, state, left, right),), {}, site))


def _repeated(machine: Machine, state: State, value: Value, count: int) -> Value:
    known = machine.elements(state, value)
    if known is None:
        return machine.unknown()
    if len(known) * count > CONSTANT_SIZE:
        return machine.unknown()
    if isinstance(value, Sequence):
        return Sequence(known * count)
    ref = machine.allocate(state, "list")
    state.get(ref.number).items = list(known * count)
    return ref
