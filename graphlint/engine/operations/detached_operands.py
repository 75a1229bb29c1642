"""Operands of recorded operations that have lost their graph."""

from __future__ import annotations

from collections.abc import Iterable

from graphlint.autograd.events import DetachedOperand
from graphlint.engine.domain.values import Each, Tensor, Value
from graphlint.engine.machine.machine import Machine


def note(machine: Machine, operands: Iterable[Value], node: int) -> None:
    """Emit an event for each operand of a node that has lost its graph, itself or what it is computed from."""
    points = machine.graph.detach_points.of_tensors
    if not points:
        return
    for operand in operands:
        for tensor in operand.tensors if isinstance(operand, Each) else (operand,):
            point = points.get(tensor.number) if isinstance(tensor, Tensor) else None
            if point is not None and point.nodes:
                machine.graph.emit(DetachedOperand(point.site, machine.context, point.nodes, node))
