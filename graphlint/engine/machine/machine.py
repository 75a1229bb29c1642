"""The interpreter of a run: executes blocks of instructions on the states of all paths.

The states of one block advance instruction by instruction; they differ in heap and path condition. The handler of an instruction updates
its state in place and returns None, or returns the states into which the path forked. A handler that executes inner blocks (a branch, a
loop, a call) runs them to the end for one state before the next state begins; the results meet after the instruction. After a fork, states
are joined (`join_states`), and states in excess of the limit are dropped. A path that leaves its block early carries a `Signal`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import Cause, Certainty, Context, Site
from graphlint.autograd.numbers import ObjectNumber
from graphlint.autograd.raised_at import RaisedAt
from graphlint.engine.domain import havoc_log, terms
from graphlint.engine.domain.graph import Graph
from graphlint.engine.domain.join import JoinContext, join_states
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.records import Record
from graphlint.engine.domain.state import Signal, State
from graphlint.engine.domain.values import NONE, Api, Bound, Constant, Deferred, Function, ObjectKind, Ref, Tensor, Unknown, Value
from graphlint.engine.machine import dropped_paths, quiet_runs
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.budget import Budget, BudgetSpent
from graphlint.engine.machine.builtin_names import BUILTINS
from graphlint.engine.machine.code_facts import CodeFacts
from graphlint.engine.machine.dropped_paths import LiveNames
from graphlint.engine.machine.evaluate_arguments import evaluate_arguments
from graphlint.engine.machine.frames import BlocksInProgress, Counts, Frame, FunctionRecords
from graphlint.engine.machine.limits import Limits
from graphlint.engine.machine.outcomes import Outcome
from graphlint.engine.machine.project import Evidence, Imports, Modules
from graphlint.engine.machine.protocols import Semantics
from graphlint.engine.machine.value_facts import ValueFacts
from graphlint.ir import liveness
from graphlint.ir.facts.function_facts import DefinitionKind
from graphlint.ir.instructions import Argument, Block, FunctionCode, Guard, Literal, Operand
from graphlint.ir.liveness import Liveness
from graphlint.ir.span import Span
from graphlint.libraries.assumptions import Assumptions


class Unbound(Exception):
    """A path reads a name that it has not bound, or that a library has removed: Python raises NameError, AttributeError or ImportError."""


@dataclass(slots=True)
class Machine:
    """One run of the interpreter from one root.

    `semantics` is what instructions and values do, `blocks` what is in progress around the current instruction, `functions` what the run
    knows of functions of the program. `alongside` are the states of the innermost block in progress, empty after an inner block has ended.
    `constructed` are the instances whose constructor is in progress, to which no variable of the caller refers yet. `raised_at` is the
    error that the run assumes. `past_errors` states that a path continues after an error of PyTorch that would be reported.
    """

    modules: Modules
    evidence: Evidence
    semantics: Semantics[Machine]
    budget: Budget
    graph: Graph = field(default_factory=Graph)
    frames: list[Frame] = field(default_factory=list)
    blocks: BlocksInProgress = field(default_factory=BlocksInProgress)
    functions: FunctionRecords = field(default_factory=FunctionRecords)
    counts: Counts = field(default_factory=Counts)
    imports: Imports = field(default_factory=Imports)
    value_facts: ValueFacts = field(default_factory=ValueFacts)
    code_facts: CodeFacts = field(default_factory=CodeFacts)
    constructed: list[Ref] = field(default_factory=list)
    deriving: bool = False
    alongside: Sequence[State] = ()
    assumptions: Assumptions = field(default_factory=Assumptions)
    raised_at: RaisedAt | None = None
    past_errors: bool = False

    @property
    def home(self) -> str:
        """The file of the root."""
        return self.budget.home

    @property
    def limits(self) -> Limits:
        """The bounds of the run."""
        return self.budget.limits

    @property
    def frame(self) -> Frame:
        """The innermost call in progress."""
        return self.frames[-1]

    @property
    def context(self) -> Context:
        """The dynamic context of the current instruction."""
        return self.graph.context

    @contextmanager
    def activation(self, graph: Graph, frames: list[Frame]) -> Iterator[None]:
        """Execute code that the code in progress does not call: a root, or statements of a module that it imports.

        Its graph, calls, loops, handlers and consumers are its own; the numbers of the graph in progress go on after its.
        """
        graph_before, frames_before, blocks_before = self.graph, self.frames, self.blocks
        self.graph, self.frames, self.blocks = graph, frames, BlocksInProgress()
        try:
            yield
        finally:
            graph_before.last = self.graph.last
            self.graph, self.frames, self.blocks = graph_before, frames_before, blocks_before

    def site(self, at: Span) -> Site:
        """Return a span of the current file as a site."""
        return tuple.__new__(Site, (self.frames[-1].code.path, *at))

    def here(self) -> Site:
        """Return the site of the instruction in progress."""
        frame = self.frames[-1]
        return self.site(frame.at or frame.code.at)

    def run(self, block: Block, states: list[State]) -> list[State]:
        """Execute a block on all states; a state with a signal skips the rest of the block."""
        live, done = states, list[State]()
        handlers, budget, frame = self.semantics.handlers, self.budget, self.frames[-1]
        for instruction in block:
            frame.at = instruction.at
            budget.steps += len(live)
            if budget.steps > budget.ceiling and not quiet_runs.may_continue(budget, self.evidence, self.graph, self.frames[0].code):
                raise BudgetSpent
            handler = handlers[Guard if instruction.guards else type(instruction)]
            following: list[State] = []
            forked = False
            for state in live:
                self.alongside = live
                try:
                    result = handler(self, state, instruction)
                except Unbound:
                    self.counts.errors += 1
                    state.signal, result = Signal.RAISE, None
                if result is None:
                    (done if state.signal else following).append(state)
                else:
                    forked = True
                    for path in result:
                        (done if path.signal else following).append(path)
            live = following
            if forked and len(live) > 1:
                frame.at = instruction.at
                live = self.join(live, getattr(instruction, "target", None), self.liveness().live_after(instruction))
            if not live:
                break
        self.alongside = ()
        return done + live

    def iterations_to_execute(self, depth: int) -> int:
        """Return the number of iterations executed for a loop of unknown length.

        It is two if the function has no effect on graphs, or if the budget runs low.

        Args:
            depth: the number of enclosing loops.
        """
        if not self.eventful() or self.budget.is_low():
            return 2
        return max(2, self.limits.passes - depth)

    def eventful(self) -> bool:
        """Return True if the current function may have an effect on graphs: only then are its paths executed separately."""
        return self.is_eventful(self.frames[-1].code)

    def is_eventful(self, code: FunctionCode) -> bool:
        """Return True if a function may have an effect on graphs."""
        return self.evidence.roots(code.path).contains(code)

    def join(
        self, states: list[State], target: int | None = None, live: frozenset[str] | None = None,
        *, ends_iteration: bool = False, after_call: bool = False,
    ) -> list[State]:  # fmt: skip
        """Join states that no later statement can distinguish.

        Args:
            states: the states.
            target: the temporary just assigned.
            live: the names of the current function that a later statement may read; None if any name may be read.
            ends_iteration: the next iteration of a loop follows.
            after_call: a call has ended; states are joined only if its results are equal.
        """
        context = self.join_context(target, live, ends_iteration=ends_iteration, after_call=after_call)
        joined, most = join_states(states, context, self.join_values), self.budget.paths()
        if len(joined) <= most:
            return joined
        remaining, dropped = dropped_paths.select(self.graph, joined, most)
        self.drop(dropped, remaining, live)
        return remaining

    def join_context(
        self, target: int | None = None, live: frozenset[str] | None = None, *, ends_iteration: bool = False, after_call: bool = False
    ) -> JoinContext:
        """Return the context of a join at the current instruction."""
        frame = self.frames[-1]
        return JoinContext(
            frame.scope, frame.code.tested, target, live, self.graph.saved, self.value_facts.symbol_parts, ends_iteration, after_call,
            self.graph.passes,
        )  # fmt: skip

    def liveness(self, code: FunctionCode | None = None) -> Liveness:
        """Return the live names of a function, by default the current one."""
        code = code or self.frames[-1].code
        if code not in self.code_facts.live_names:
            self.code_facts.live_names[code] = liveness.analyze(code)
        return self.code_facts.live_names[code]

    def join_values(self, one: Value, two: Value, graph: Certainty) -> Unknown:
        """Return the join of two values: an unknown value that may depend on the graphs of both."""
        unknown = Unknown(
            self.graph.number(), graph, getattr(one, "name", "") if getattr(one, "name", "") == getattr(two, "name", "") else ""
        )
        if graph is not Certainty.NO:
            symbols = [value.symbol for value in (one, two) if type(value) is Unknown and value.graph is not Certainty.NO]
            self.graph.unresolved.join(self.graph, unknown.symbol, symbols)
        return unknown

    def end_with_exception(self, state: State, *, temporaries: bool = False) -> None:
        """End a path with an exception: a handler may use the graphs of all named values.

        Args:
            temporaries: graphs of temporaries count, too: the error may be a consequence of their loss.
        """
        nodes = state.nodes_on_heap() if temporaries else state.nodes_of_names()
        havoc_log.may_use(self.graph, self.here(), Cause.HANDLER, nodes)
        state.signal = Signal.RAISE

    def drop(self, dropped: list[State], remaining: list[State], live: frozenset[str] | None) -> None:
        """Drop paths because of the limit on paths."""
        self.counts.dropped_paths += len(dropped)
        self.note_dropped(dropped, remaining, live)

    def note_dropped(self, dropped: list[State], remaining: list[State], live: frozenset[str] | None) -> None:
        """Record what only the remaining code of dropped paths could use: of the current function's names, the `live` ones."""
        dropped_paths.record(self.graph, self.here(), dropped, remaining, LiveNames(self.frames[-1].scope, live))

    def value(self, state: State, operand: Operand) -> Value:
        """Return the value of an operand."""
        if type(operand) is int:
            return state.heap[self.frames[-1].scopes[0]].fields[operand]
        if type(operand) is str:
            return self.lookup(state, operand)
        assert isinstance(operand, Literal)
        if operand.value is Ellipsis:
            return self.unknown()
        return Constant(operand.value)

    def set(self, state: State, target: int, value: Value) -> None:
        """Assign a temporary."""
        scope = self.frames[-1].scopes[0]
        if scope in state.owned:
            state.heap[scope].fields[target] = value
        else:
            state.edit(scope).fields[target] = value

    def lookup(self, state: State, name: str) -> Value:
        """Return the value of a name by Python's scoping rules, with lazy imports resolved."""
        heap = state.heap
        for scope in self.frames[-1].scopes:
            value = heap[scope].fields.get(name)
            if value is None:
                continue
            if type(value) is Unknown:
                return state.known.get(value.symbol, value) if state.known else value
            return self.resolve(state, value) if type(value) is Deferred else value
        module = self.imports.lazy_modules.get(self.frames[-1].scopes[-1])
        if module is not None and not self.budget.closed and (member := self.semantics.link(self, state, module, name)) is not None:
            return member
        if name in BUILTINS:
            return Api("builtins." + name)
        if self._bound_alongside(name) or self.evidence.is_unbound(self.frame.code.path, name):
            raise Unbound
        return self.resolve(state, Unknown(terms.Name(self.frame.code.path, name), name=name))

    def _bound_alongside(self, name: str) -> bool:
        """Return True if another path at the same instruction has bound a name.

        A name that no path has bound may be bound by code that the interpreter does not model (`exec`, a star import): it ends the path
        only if the file shows that nothing binds it.
        """
        scopes = self.frames[-1].scopes
        return any(name in other.heap[scope].fields for other in self.alongside for scope in scopes if scope in other.heap)

    def deferred(self, state: State, operand: Operand) -> bool:
        """Return True if an operand is a lazy import that has not been resolved."""
        return isinstance(operand, str) and isinstance(state.heap[self.frames[-1].scope].fields.get(operand), Deferred)

    def base(self, state: State, operand: Operand) -> Value:
        """Return the value of a base class, resolved even if it is opaque: a class needs its inherited members."""
        outer, self.deriving = self.deriving, True
        try:
            return self.value(state, operand)
        finally:
            self.deriving = outer

    def resolve(self, state: State, value: Value) -> Value:
        """Return the value that an unknown value is known to have on this path, or the value of a lazy import."""
        if type(value) is Unknown and state.known:
            return state.known.get(value.symbol, value)
        if type(value) is Deferred:
            if not self.deriving and (self.budget.closed or self.evidence.opaque_class(value.module, value.member)):
                return Api(value.name)
            member = self.semantics.link(self, state, value.module, value.member)
            return member if member is not None else Unknown(terms.Member(value.module, value.member), name=value.member)
        return value

    def unknown(self, name: str = "") -> Unknown:
        """Return an unknown value with a new key."""
        return Unknown(self.graph.number(), name=name)

    def plain(self, name: str = "") -> Unknown:
        """Return an unknown value that certainly has no graph: a number, a string."""
        return Unknown(self.graph.number(), Certainty.NO, name)

    def allocate(self, state: State, kind: ObjectKind, type_: Value | None = None, record: Record | None = None) -> Ref:
        """Allocate a heap object."""
        number = ObjectNumber(self.graph.number())
        state.put(number, Object(kind, type_, {}, [], record, self.context))
        return Ref(number, kind)

    def arguments(self, state: State, items: Sequence[Argument], at: Span) -> Arguments:
        """Evaluate the arguments of a call; star arguments with known elements are expanded."""
        evaluated = evaluate_arguments(items, state, self.site(at), self.value, self.elements, self.value_facts)
        self.note_read(state, (*evaluated.positional, *evaluated.keywords.values()))
        return evaluated

    def note_read(self, state: State, values: Iterable[Value | None]) -> None:
        """Record the tensors whose elements the program may read."""
        for value in values:
            if type(value) is Tensor:
                self.graph.reads.tensors.add(state.node(value))

    def elements(self, state: State, value: Value) -> tuple[Value, ...] | None:
        """Return the elements of a sequence; None if they are not all known."""
        return self.semantics.dispatch.elements(self, state, value)

    def call(self, state: State, function: Value, arguments: Arguments) -> Outcome:
        """Call a value. Calls that nest without entering a function of the program end as in Python, with a RecursionError."""
        frame = self.frames[-1]
        if frame.nested >= self.limits.nested_calls:
            state.signal = Signal.RAISE
            return NONE
        frame.nested += 1
        try:
            return self.semantics.dispatch.call.of(function)(self, state, function, arguments)
        finally:
            frame.nested -= 1

    def construct(self, state: State, instance: Ref, init: Function, arguments: Arguments) -> Outcome:
        """Call the constructor of an instance."""
        self.constructed.append(instance)
        try:
            return self.call(state, Bound(instance, init), arguments)
        finally:
            self.constructed.pop()

    def load(self, state: State, value: Value, name: str, site: Site) -> Value:
        """Return an attribute of a value, without calling properties and descriptors."""
        return self.semantics.dispatch.load.of(value)(self, state, value, name, site)

    def get_item(self, state: State, value: Value, key: Value, site: Site) -> Outcome:
        """Return `value[key]`, without `__getitem__` of the program's classes."""
        return self.semantics.dispatch.get_item.of(value)(self, state, value, key, site)

    def set_item(self, state: State, holder: Value, key: Value, value: Value, site: Site) -> None:
        """Execute `holder[key] = value`, without `__setitem__` of the program's classes."""
        self.semantics.dispatch.set_item.of(holder)(self, state, holder, key, value, site)

    def advance(self, state: State, generator: Ref, sent: Value = NONE) -> list[State]:
        """Execute a generator up to its next yield. The element is each path's result; a path on which the generator has ended raises."""
        return self.semantics.dispatch.advance(self, state, generator, sent)

    def exhaust(self, state: State, generator: Value) -> None:
        """Execute a generator to its end."""
        self.semantics.dispatch.exhaust(self, state, generator)

    def call_method(self, state: State, receiver: Value, name: str, arguments: Arguments) -> Outcome:
        """Call a method of a value."""
        return self.semantics.dispatch.method.of(receiver)(self, state, receiver, name, arguments)

    def function_scopes(self) -> tuple[ObjectNumber, ...]:
        """Return the scopes that a function defined here closes over: the scope of a class body is not one of them."""
        scopes = self.frame.scopes
        return scopes[1:] if self.frame.code.facts.kind is DefinitionKind.CLASS else scopes

    def start_root(self, code: FunctionCode) -> None:
        """Start a root: the budget for other files depends on the effects of the function."""
        roots = self.evidence.roots(code.path)
        self.budget.start_root(cross_file=roots.is_cross_file(code), runs_backward=roots.runs_backward(code))

    def doubt(self, site: Site, doubt: Doubt, nodes: Iterable[int] = ()) -> None:
        """Record why no event was emitted at a site; only used by `--explain-silence`."""

    def note_passed_by(self, function: Function) -> None:
        """Record that a resolved function was not executed because of the limit of depth or distance."""

    def note_entered(self, function: Function) -> None:
        """Record that a call of the program's function begins; only used by `--explain-silence`."""
