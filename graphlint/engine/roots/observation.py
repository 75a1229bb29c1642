"""Observation of runs for `--explain-silence`: reached lines, followed calls, and ends of paths.

An ordinary analysis uses `Machine` and records none of this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from graphlint.autograd.doubts import Doubt, Silence
from graphlint.autograd.events import Cause, Certainty, Site
from graphlint.engine.domain import terms
from graphlint.engine.domain.state import Signal, State
from graphlint.engine.domain.values import (
    Api,
    Bound,
    Class,
    Constant,
    Deferred,
    Each,
    Function,
    LayerClass,
    Method,
    Namespace,
    Ref,
    Sequence,
    Super,
    Tensor,
    Unknown,
    Value,
)
from graphlint.engine.machine.budget import Budget, BudgetSpent
from graphlint.engine.machine.machine import Machine, Unbound
from graphlint.engine.machine.project import Evidence, Modules
from graphlint.engine.machine.protocols import Semantics
from graphlint.engine.operations import ownership
from graphlint.ir.instructions import (
    Branch,
    Call,
    FunctionCode,
    FunctionId,
    Guard,
    Instruction,
    Loop,
    MakeClass,
    MakeFunction,
    Operand,
    Try,
    With,
)

CALLS: Final = frozenset((Cause.CALL, Cause.OWNER))
"""The causes of havoc by the callee of a call."""

BLOCKS: Final = (Branch, Loop, MakeClass, MakeFunction, Try, With)


@dataclass(frozen=True, slots=True)
class CallFact:
    """A call on an observed line: the spelling of the callee, its value, the arguments, and the result."""

    site: Site
    callee: str
    arguments: tuple[str, ...]
    result: str


class FirstCall(NamedTuple):
    """The first call of a function in a run: the call, and the function that contains it, by file and line."""

    site: Site
    caller: FunctionId


class UnfollowedCall(NamedTuple):
    """A call of code that is not executed, because it is unresolved.

    `name` is the qualified name of a library's callee, `method` the name of a resolved object's method. `passes_graph` is True if the code
    receives a graph or the parameters of a module.
    """

    name: str = ""
    method: str = ""
    passes_graph: bool = False

    @property
    def is_library(self) -> bool:
        """True for a callee of a library."""
        return bool(self.name)


@dataclass(slots=True)
class Trace:
    """The record of one run.

    `lines` are the reached lines of each file; `callers` the first call of each executed function, by file and line; `passed_by` the first
    call of each resolved function that was not executed. `unfollowed` are the calls of unresolved code that pass a graph or return a value
    that may have one. `raised` are the statements at which a path ended, `dropped` those at which paths were dropped, `spent` the one at
    which the budget of steps was exceeded.
    """

    root: str
    place: FunctionId
    lines: dict[str, set[int]] = field(default_factory=dict)
    callers: dict[FunctionId, FirstCall] = field(default_factory=dict)
    passed_by: dict[FunctionId, Site] = field(default_factory=dict)
    calls: dict[CallFact, None] = field(default_factory=dict)
    unfollowed: dict[Site, UnfollowedCall] = field(default_factory=dict)
    raised: dict[Site, None] = field(default_factory=dict)
    dropped: dict[Site, None] = field(default_factory=dict)
    spent: Site | None = None
    silences: list[Silence] = field(default_factory=list)


class Observer:
    """A factory of machines that record the runs of one file.

    Args:
        lines: the observed lines, by file.
    """

    def __init__(self, lines: Mapping[str, frozenset[int]]) -> None:
        self.lines = lines
        self.traces: list[Trace] = []
        self.sites: list[Site] = []

    def machine(self, modules: Modules, evidence: Evidence, semantics: Semantics[Machine], budget: Budget) -> Machine:
        """Return a machine whose runs are recorded."""
        observed = {kind: self._observed(kind, handler) for kind, handler in semantics.handlers.items()}
        return ObservedMachine(modules, evidence, replace(semantics, handlers=observed), budget, observer=self)

    @property
    def trace(self) -> Trace:
        """The record of the current run."""
        return self.traces[-1]

    def _observed(
        self, kind: type[Instruction | Guard], handler: Callable[[Machine, State, Instruction], list[State] | None]
    ) -> Callable[[Machine, State, Instruction], list[State] | None]:
        is_block, is_call = issubclass(kind, BLOCKS), issubclass(kind, Call)

        def observed(machine: Machine, state: State, instruction: Instruction) -> list[State] | None:
            site = machine.site(instruction.at)
            trace = self.trace
            trace.lines.setdefault(site.path, set()).update(range(site.line, (site.end_line if is_call else site.line) + 1))
            wanted = is_call and site.line in self.lines.get(site.path, ())
            described = _described_call(machine, state, instruction) if wanted and isinstance(instruction, Call) else None
            callee = _unresolved_callee(machine, state, instruction) if isinstance(instruction, Call) else None
            logged = len(machine.graph.havoc.log)
            self.sites.append(site)
            try:
                result = handler(machine, state, instruction)
            except BudgetSpent:
                trace.spent = trace.spent or site
                raise
            except Unbound:
                trace.raised[site] = None
                raise
            finally:
                self.sites.pop()
            states = [state] if result is None else result
            if not is_block and any(path.signal is Signal.RAISE for path in states):
                trace.raised.setdefault(site)
            if callee is not None and isinstance(instruction, Call):
                passes = any(item.event.cause in CALLS and item.event.site == site for item in machine.graph.havoc.log[logged:])
                if passes or (not callee.is_library and any(_may_have_graph(machine, path, instruction.target) for path in states)):
                    trace.unfollowed.setdefault(site, callee._replace(passes_graph=passes))
            if described is not None and isinstance(instruction, Call):
                results = dict.fromkeys(
                    "raises" if path.signal is Signal.RAISE else describe(path, machine.value(path, instruction.target)) for path in states
                )
                trace.calls.setdefault(CallFact(site, *described, " or ".join(results)))
            return result

        return observed


@dataclass(slots=True)
class ObservedMachine(Machine):
    """A machine whose runs are recorded."""

    observer: Observer = field(default_factory=lambda: Observer({}))

    def start_root(self, code: FunctionCode) -> None:
        """Start a root and its record."""
        self.observer.traces.append(Trace(code.name, code.identity))
        Machine.start_root(self, code)

    def drop(self, dropped: list[State], remaining: list[State], live: frozenset[str] | None) -> None:
        """Drop paths, and record the statement."""
        if self.observer.sites:
            self.observer.trace.dropped.setdefault(self.observer.sites[-1])
        Machine.drop(self, dropped, remaining, live)

    def doubt(self, site: Site, doubt: Doubt, nodes: Iterable[int] = ()) -> None:
        """Record why no event was emitted at a site."""
        self.observer.trace.silences.append(Silence("", site, doubt, tuple(nodes)))

    def note_passed_by(self, function: Function) -> None:
        """Record a resolved function that was not executed."""
        if self.observer.sites:
            self.observer.trace.passed_by.setdefault(function.code.identity, self.observer.sites[-1])

    def note_entered(self, function: Function) -> None:
        """Record the first call of a function."""
        if self.observer.sites:
            caller = self.frame.code
            entry = FirstCall(self.observer.sites[-1], FunctionId(caller.path, 0) if caller.name == "<module>" else caller.identity)
            self.observer.trace.callers.setdefault(function.code.identity, entry)


def _described_call(machine: Machine, state: State, instruction: Call) -> tuple[str, tuple[str, ...]]:
    """Describe the callee and the arguments of a call."""
    callee = describe(state, _read(machine, state, instruction.function))
    if instruction.method is not None:
        callee = f"`{instruction.method}` of {callee}"
    arguments = (
        f"{'*' * item.stars or (f'{item.name}=' if item.name else '')}{describe(state, _read(machine, state, item.value))}"
        for item in instruction.arguments
    )
    return callee, tuple(arguments)


def _unresolved_callee(machine: Machine, state: State, instruction: Call) -> UnfollowedCall | None:
    """Return the callee of a call if it is code that is not resolved."""
    callee = _read(machine, state, instruction.function)
    if isinstance(callee, Unknown):
        return None if callee.data else UnfollowedCall()
    if isinstance(callee, Api | Deferred):
        return UnfollowedCall(".".join(filter(None, (callee.name, instruction.method))))
    if isinstance(callee, Ref | Method | Class):
        return UnfollowedCall(method=instruction.method or "")
    return None


def _may_have_graph(machine: Machine, state: State, target: int) -> bool:
    """Return True if the result of a call is unresolved and may have a graph."""
    if state.signal is Signal.RAISE:
        return False
    value = machine.value(state, target)
    return isinstance(value, Unknown) and value.graph is not Certainty.NO and not value.data


def _read(machine: Machine, state: State, operand: Operand) -> Value:
    """Return the value of an operand, as the handler will read it."""
    try:
        return machine.value(state, operand)
    except Unbound:
        return Unknown(terms.Unbound(operand), name=operand if isinstance(operand, str) else "")


def describe(state: State, value: Value, depth: int = 1) -> str:
    """Describe an abstract value."""
    if isinstance(value, Tensor):
        needs = state.needs_grad(value)
        kind = "parameter" if value.parameter else "leaf" if state.is_leaf(value) is Certainty.YES else "tensor"
        graph = {Certainty.YES: "that requires grad", Certainty.MAYBE: "that may require grad", Certainty.NO: "without a graph"}[needs]
        reason = f" ({value.reason.value})" if needs is Certainty.NO and value.reason else ""
        return f"a {kind} {graph}{reason}"
    if isinstance(value, Constant):
        return repr(value.value)[:30]
    if isinstance(value, Unknown):
        graph = " without a graph" if value.graph is Certainty.NO else ""
        return f"the unresolved value `{value.name}`{graph}" if value.name else f"an unresolved value{graph}"
    if isinstance(value, Function):
        return f"`{value.code.name}` ({value.code.path}:{value.code.at[0]})"
    if isinstance(value, Bound):
        return describe(state, value.function)
    if isinstance(value, Api | Deferred | Namespace):
        return f"`{value.name}` (imported)" if isinstance(value, Deferred | Namespace) else f"`{value.name}` of a library"
    if isinstance(value, Class):
        return f"the class `{value.name}`"
    if isinstance(value, LayerClass):
        return "a class of torch.nn"
    if isinstance(value, Each):
        return f"each of {len(value.tensors)} tensors"
    if isinstance(value, Method):
        return f"`{value.name}` of {describe(state, value.receiver)}"
    if isinstance(value, Super):
        return "`super()`"
    if isinstance(value, Sequence):
        items = ", ".join(describe(state, item, depth - 1) for item in value.items[:4]) if depth else "..."
        return f"a tuple ({items})"
    if isinstance(value, Ref):
        return _described_object(state, value)
    return f"a {type(value).__name__.lower()}"


def _described_object(state: State, value: Ref) -> str:
    if value.number not in state.heap:
        return f"a {value.kind}"
    obj = state.get(value.number)
    article = "an" if value.kind[0] in "aeiou" else "a"
    if value.kind == "optimizer":
        owned, complete = ownership.owned_by(state, value)
        return f"an optimizer of {len(owned)} known parameters{'' if complete else ' and others that are not resolved'}"
    if value.kind in ("list", "dict", "set"):
        return f"a {value.kind} of {len(obj.items) + len(obj.fields)}{'' if obj.exact else ' or more'} elements"
    name = obj.type.name if isinstance(obj.type, Class) else ""
    return f"{article} {value.kind}{f' of class `{name}`' if name else ''}"
