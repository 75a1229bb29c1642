"""The runs of a file's functions as an earlier analysis of the file recorded them, so that only those affected by a change are executed.

A run is recalled if nothing that it may observe has changed. What it may observe of the file's code is decided by the caller; the tables of
the machine that outlive a run are compared here. Most runs leave nothing in them that another run can see. Those that do are always
executed; if they leave something else than in the earlier analysis, no later run is recalled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from graphlint.autograd.events import DiscardedResult
from graphlint.autograd.run import Run
from graphlint.engine.domain.state import State
from graphlint.engine.domain.term import Term
from graphlint.engine.domain.values import Class, Function
from graphlint.engine.machine.budget import Budget
from graphlint.engine.machine.frames import CallSummary
from graphlint.engine.machine.limits import Limits
from graphlint.engine.machine.machine import Machine
from graphlint.engine.roots import receivers
from graphlint.engine.roots.execution import Execution, Root
from graphlint.engine.roots.receivers import Prototype, PrototypeKey, Prototypes
from graphlint.ir.instructions import FunctionId

Tables: TypeAlias = "tuple[Mapping[object, object], ...]"
"""Copies of the tables of a machine."""


@dataclass(frozen=True, slots=True)
class StartConditions:
    """The conditions on which a run depends, besides the code and the tables of the machine.

    `known` are the calls of the function by earlier runs. `closed` and `distance` are the budget for other files, `late` says that of the
    file is spent. `effects` is the number of effects on the tables of the machine before.
    """

    known: CallSummary | None
    last: bool
    closed: bool
    distance: int
    late: bool
    effects: int


@dataclass(frozen=True, slots=True, eq=False)
class RootRecord:
    """A run of a function that left nothing for other runs.

    `line` is that of the function. `entered` are the functions that it executed, `begun`, `steps` and `away` the steps of the budget at
    its start and its end.
    `numbers` is the number of numbers that it created.
    `constructs` states that it constructed the instance which the methods of its class share.
    """

    line: int
    start: StartConditions
    run: Run
    entered: Mapping[FunctionId, CallSummary]
    begun: int
    steps: int
    away: int
    numbers: int
    constructs: bool


@dataclass(frozen=True, slots=True)
class UnbuiltInstance:
    """An instance of a class that a recalled run constructed: for this method, with this budget, after this number."""

    function: Function
    budget: Budget
    last: int


@dataclass(slots=True)
class RootMemory:
    """The records of an earlier analysis, in terms of the present text, and those of the analysis in progress.

    `recallable` are the records of functions whose code has not changed, by line and `StartConditions.last`. `earlier_effects` are the
    effects on the tables of the machine that the runs of the earlier analysis had, in order, and `effects` those of this one.
    `numbers` are the last number of the run of the module's code and its limits, None without an earlier analysis.
    `is_recording` is False if no later analysis can follow.
    """

    recallable: Mapping[tuple[int, bool], RootRecord] = field(default_factory=dict)
    earlier_effects: tuple[object, ...] = ()
    numbers: tuple[int, Limits] | None = None
    is_recording: bool = True
    records: list[RootRecord] = field(default_factory=list)
    effects: list[object] = field(default_factory=list)
    _unbuilt: dict[PrototypeKey, UnbuiltInstance] = field(default_factory=dict)

    def start_functions(self, machine: Machine) -> None:
        """Note the end of the module's code. Nothing is recalled if it created other objects than in the earlier analysis."""
        numbers = machine.graph.last, machine.limits
        if self.numbers != numbers:
            self.recallable = {}
        self.numbers = numbers

    def recall(self, machine: Machine, root: Root, known: CallSummary | None) -> RootRecord | None:
        """Return the record of a run and leave the machine as the run would; None if the function must be executed."""
        record = self.recallable.get((root.function.code.at[0], root.last)) if self.recallable and _is_recordable(root) else None
        if record is None or record.start != self._conditions(machine, root, known):
            return None
        if self.effects != list(self.earlier_effects[: len(self.effects)]):
            return None
        if record.constructs and root.owner is not None:
            unbuilt = UnbuiltInstance(root.function, replace(machine.budget), machine.graph.last)
            self._unbuilt[receivers.key(machine, root.owner)] = unbuilt
        # The numbers of later runs are those of an analysis of the whole text.
        machine.graph.last += record.numbers
        machine.budget.begun, machine.budget.steps, machine.budget.away = record.begun, record.steps, record.away
        self.records.append(record)
        return record

    def _conditions(self, machine: Machine, root: Root, known: CallSummary | None) -> StartConditions:
        return StartConditions(known, root.last, machine.budget.closed, machine.budget.distance, machine.budget.late, len(self.effects))

    def begin(self, machine: Machine, state: State, root: Root, known: CallSummary | None, prototypes: Prototypes) -> Recording:
        """Start to record a run, and construct its receiver."""
        function, owner = root.wrapper or root.function, root.owner
        first = self._unbuilt.pop(receivers.key(machine, owner), None) if owner is not None and self._unbuilt else None
        if first is not None and owner is not None:
            self._build(machine, state, owner, first, prototypes)
        count, tables, last = len(prototypes), self._tables(machine), machine.graph.last
        start = root.start or receivers.start(machine, state, function, owner, prototypes)
        left = tuple(_changes(machine, tables, last))
        conditions = self._conditions(machine, root, known)
        return Recording(start, conditions, self._tables(machine), last, machine.graph.last, left, len(prototypes) > count)

    def _build(self, machine: Machine, state: State, owner: Class, unbuilt: UnbuiltInstance, prototypes: Prototypes) -> None:
        """Construct the instance that a recalled run constructed, whose record has its effects."""
        entered, budget, last = machine.functions.entered, machine.budget, machine.graph.last
        machine.functions.entered, machine.budget, machine.graph.last = {}, unbuilt.budget, unbuilt.last
        receivers.start(machine, state, unbuilt.function, owner, prototypes)
        machine.functions.entered, machine.budget, machine.graph.last = entered, budget, last

    def record(self, machine: Machine, root: Root, recording: Recording, ended: Execution) -> RootRecord | None:
        """Record a run that has ended; return None if it cannot be recalled."""
        if not self.is_recording or not _is_recordable(root) or ended.callbacks or ended.nested or not ended.run.complete:
            return None
        if recording.effects(machine) or any(ended.run.of(DiscardedResult)):
            return None
        line, budget = root.function.code.at[0], machine.budget
        numbers = machine.graph.last - recording.first
        root_record = RootRecord(
            line, recording.conditions, ended.run, machine.functions.entered, budget.begun, budget.steps, budget.away, numbers,
            recording.constructs,
        )  # fmt: skip
        self.records.append(root_record)
        return root_record

    def _tables(self, machine: Machine) -> Tables:
        return _tables(machine) if self.is_recording else ()

    def end(self, machine: Machine, recording: Recording) -> None:
        """Note the effects of a run and of its repetition, if any, before the next one."""
        self.effects += recording.effects(machine)


def _is_recordable(root: Root) -> bool:
    return root.start is None and root.wrapper is None and not root.inherited


@dataclass(frozen=True, slots=True)
class Recording:
    """A run in progress.

    `start` are the states at its beginning, with the receiver. `tables` are those of the machine after the construction of the receiver,
    whose numbers are visible to the runs of other methods; `first` and `last` are the last numbers before and after it, and `left` is what
    it has left in the tables. `constructs` states that the run has constructed the receiver.
    """

    start: Prototype
    conditions: StartConditions
    tables: Tables
    first: int
    last: int
    left: tuple[object, ...]
    constructs: bool

    def effects(self, machine: Machine) -> list[object]:
        """Return the entries of the machine's tables that the run has added or changed, and that another run may see."""
        return [*self.left, *_changes(machine, self.tables, self.last)]


def _changes(machine: Machine, tables: Tables, last: int) -> Iterator[object]:
    """Yield the entries in which the tables of a machine differ from earlier ones. Left out are those for numbers that were created after
    another one: no other run can see them."""
    if not tables:
        return
    for place, (before, after) in enumerate(zip(tables, _tables(machine), strict=True)):
        for key, value in after.items() if before != after else ():
            if (key not in before or before[key] != value) and not _is_created_after(key, last):
                yield place, key
        if place in _OF_LINES and list(before) != list(after):
            # An edit may shift lines: they are not compared with those of another analysis.
            yield object()


def _tables(machine: Machine) -> Tables:
    """Return copies of the tables of a machine that outlive a run: what is known of values, imports, and callbacks."""
    facts, imports = machine.value_facts, machine.imports
    lines: tuple[Iterable[object], ...] = (
        machine.functions.escaping,
        sorted(machine.functions.repeated),
        sorted(machine.code_facts.no_methods),
    )
    sets: tuple[Iterable[object], ...] = (
        facts.never_none, facts.filled, facts.numbers, facts.trained, facts.reachable_parameters, facts.received_scalers, facts.layers,
        facts.mappings, imports.scopes,
    )  # fmt: skip
    tables: tuple[Mapping[Any, object], ...] = (
        facts.declared, facts.defaults, facts.keywords, facts.parameters_of_results, imports.linked,
    )  # fmt: skip
    return tuple(dict.fromkeys(each) for each in (*lines, *sets)) + tuple(dict(each) for each in tables)


_OF_LINES: Final = range(3)
"""The places of the tables of lines in `_tables`."""


def _is_created_after(key: object, last: int) -> bool:
    """Return True if a symbol contains a number that was created after another one."""
    if type(key) is int:
        return key > last
    return isinstance(key, Term) and any(_is_created_after(part, last) for part in key.symbols())
