"""The fields that other functions may replace between two calls of a repeated function."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from engine.built import add, tensor
from engine.programs import Program, program
from graphlint.autograd.events import Origin
from graphlint.autograd.numbers import RunNumber
from graphlint.autograd.presumptions import Presumption, Presumptions
from graphlint.engine.domain.bounds import SHORT_LIST
from graphlint.engine.domain.objects import Capacity
from graphlint.engine.domain.values import ObjectKind, Ref, Unknown, Value
from graphlint.engine.machine.frames import CallSummary
from graphlint.engine.roots import repetition

RUN = 77
TRAINER = """
class Trainer:
    def __init__(self):
        self.fixed = None

    def step(self, x):
        self.total = x
        self.loss = self.total

    def writes(self, x):
        self.loss = x

    def reset(self):
        self.loss = None
        self.total = None
        self.losses = []
"""


class Between:
    """An instance with a graph in one field, after a call of its step and before the next one."""

    def __init__(self, folder: Path, field: str, *, off: Iterable[Presumption] = ()) -> None:
        self.program: Program = program(folder, TRAINER)
        self.machine, self.state = self.program.machine, self.program.state
        self.machine.graph.presumptions = Presumptions(frozenset(off))
        self.node = add(self.machine.graph, inputs=(add(self.machine.graph, Origin.LEAF),))
        self.receiver = self.machine.allocate(self.state, "instance", self.program.type("Trainer"))
        self.field = field
        self.set(tensor(self.node))

    def set(self, value: Value) -> None:
        self.state.edit(self.receiver.number).fields[self.field] = value

    def put(self, kind: ObjectKind, capacity: Capacity | None = None) -> Ref:
        """Set the field to a container of the graph."""
        held = self.machine.allocate(self.state, kind)
        made = self.state.edit(held.number)
        made.items, made.capacity = [tensor(self.node)], capacity
        self.set(held)
        return held

    def is_forgotten(self, carrier: str = "") -> bool:
        """Return True if the field is unknown in the next call."""
        function = self.program.method("Trainer", carrier) if carrier else None
        repetition.forget_fields(self.machine, [self.state], RunNumber(RUN), function)
        return isinstance(self.state.get(self.receiver.number).fields[self.field], Unknown)

    def is_released(self, held: Ref) -> bool:
        repetition.forget_fields(self.machine, [self.state], RunNumber(RUN), None)
        return RUN in self.machine.graph.loops.releases.get(held.number, ())


@pytest.mark.parametrize(("field", "forgotten"), [("loss", True), ("fixed", False), ("other", False)])
def test_a_field_that_another_method_stores_is_forgotten(tmp_path: Path, field: str, forgotten: bool) -> None:
    """Not one that only the constructor stores."""
    assert Between(tmp_path, field).is_forgotten() is forgotten


def test_methods_that_the_call_has_executed_replace_nothing_between_calls(tmp_path: Path) -> None:
    """All of them: one that is left may run."""
    for executed, forgotten in ((("step", "writes"), True), (("step", "writes", "reset"), False)):
        between = Between(tmp_path, "loss")
        for name in executed:
            between.machine.functions.entered[between.program.method("Trainer", name).code.identity] = CallSummary()
        assert between.is_forgotten() is forgotten


def test_a_graph_that_a_backward_has_retained_remains(tmp_path: Path) -> None:
    """The program intends to use it in the next call."""
    between = Between(tmp_path, "loss")
    between.state.retained_by[between.node] = 9
    assert not between.is_forgotten()


def test_a_graph_that_the_next_call_reads_remains_until_a_backward_has_freed_it(tmp_path: Path) -> None:
    """It would have no use if other functions replaced it before each call."""
    assert not Between(tmp_path, "total").is_forgotten("step")
    assert Between(tmp_path, "total").is_forgotten("writes")
    assert Between(tmp_path, "total", off=(Presumption.REPEATED_STEPS,)).is_forgotten("step")
    between = Between(tmp_path, "total")
    between.state.freed[between.node] = 9
    assert between.is_forgotten("step")


def test_a_container_that_another_method_replaces_is_bounded(tmp_path: Path) -> None:
    for field, bounded in (("losses", True), ("kept", False)):
        between = Between(tmp_path, field)
        assert between.is_released(between.put("list")) is bounded
        assert not between.is_forgotten()


@pytest.mark.parametrize(("size", "bounded"), [(SHORT_LIST, True), (SHORT_LIST + 1, False), (None, True)])
def test_a_short_deque_removes_its_oldest_elements(tmp_path: Path, size: int | None, bounded: bool) -> None:
    """One of unknown length may be short."""
    between = Between(tmp_path, "kept")
    assert between.is_released(between.put("list", Capacity(size))) is bounded
