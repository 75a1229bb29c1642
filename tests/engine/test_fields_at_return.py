"""Graphs in the fields of an object at the return of a method, which its other methods can use."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.built import add, tensor
from engine.programs import Program, program
from graphlint.autograd.events import Origin
from graphlint.engine.domain.values import NONE, Bound, Ref
from graphlint.engine.retention import fields_at_return
from graphlint.engine.retention.fields_at_return import HeldNodes

NET = """
class Base:
    def finish(self):
        self.loss.backward()

class Net(Base):
    def compute(self, x):
        self.loss = self.net(x)
        return self.loss + self.other

    def show(self):
        print(self.kept, x.unread)
        self.written = 0

def plain(self):
    self.loss = 0
"""


def held(found: Program, receiver: Ref | None, method: str = "compute") -> HeldNodes:
    """Return the nodes that a method has left in the fields of its receiver."""
    function = found.method("Net", method)
    target = Bound(receiver, function) if receiver is not None else function
    return fields_at_return.nodes_held(found.machine, found.state, target, function)


def with_fields(tmp_path: Path, *names: str) -> tuple[Program, Ref, dict[str, int]]:
    """Return a program and an instance that has a tensor with a graph in some fields, and the nodes of these."""
    found = program(tmp_path, NET)
    graph = found.machine.graph
    nodes = {name: add(graph, inputs=(add(graph, Origin.LEAF),)) for name in names}
    receiver = found.machine.allocate(found.state, "instance", found.type("Net"))
    for name, node in nodes.items():
        found.state.edit(receiver.number).fields[name] = tensor(node)
    return found, receiver, nodes


def test_other_methods_use_the_fields_that_they_read(tmp_path: Path) -> None:
    """Also those of base classes; what only the method itself reads, or another object has, is left to it."""
    found, receiver, nodes = with_fields(tmp_path, "loss", "kept", "other", "unread", "written")
    assert held(found, receiver) == HeldNodes([nodes["loss"], nodes["kept"]], [nodes["loss"]])


def test_nothing_is_held_without_a_graph_in_a_field(tmp_path: Path) -> None:
    found, receiver, _ = with_fields(tmp_path)
    found.state.edit(receiver.number).fields["loss"] = NONE
    assert held(found, receiver) == HeldNodes([], [])


def test_nothing_is_held_without_a_receiver_of_the_program(tmp_path: Path) -> None:
    """A function, one bound to a value that is not resolved, and an object that is gone."""
    found, receiver, _ = with_fields(tmp_path, "loss")
    assert held(found, None) == HeldNodes([], [])
    function = found.function("plain")
    assert fields_at_return.nodes_held(found.machine, found.state, Bound(receiver, function), function) == HeldNodes([], [])
    del found.state.heap[receiver.number]
    assert held(found, receiver) == HeldNodes([], [])


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("self.loss.backward()", {"loss"}),
        ("(self.first + self.second[0]).backward()", {"first", "second"}),
        ("torch.stack(self.losses).sum().backward()", {"losses"}),
        ("self.loss.sum()", set()),
        ("other.loss.backward()", set()),
        ("backward(self.loss)", set()),
        ("total = self.loss; total.backward()", {"loss"}),
        ("total = self.loss; scaled = total * 2; scaled.backward()", {"loss"}),
        ("total, other = self.losses; total.backward()", {"losses"}),
        ("total = total + self.loss; total.backward()", {"loss"}),
        ("shown = self.loss; total.backward()", set()),
        ("for loss in self.losses: loss.backward()", {"losses"}),
        ("[loss.backward() for loss in self.losses]", {"losses"}),
    ],
)
def test_a_function_backpropagates_through_the_fields_of_its_roots(tmp_path: Path, body: str, names: set[str]) -> None:
    """Their own, that of a part, or of a variable bound to one."""
    found = program(tmp_path, f"class Net:\n    def step(self):\n        {body}\n")
    assert found.method("Net", "step").code.facts.fields_backpropagated == names
