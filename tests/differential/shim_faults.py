"""Faults to be seeded into the shim, one at a time: the differential test must catch each of them."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any


def part(name: str) -> Any:
    """A module of the shim."""
    return importlib.import_module(f"torch.{name}")


def table() -> Any:
    """The shim's table of operations."""
    return part("_operation").TABLE


def keep_everything() -> None:
    """A walk frees nothing."""
    part("_operation").OperationNode.release = lambda self: None


def free_what_is_retained() -> None:
    """A walk frees although it was told to keep."""
    engine = part("_engine")
    visit = engine.visit
    engine.visit = lambda node, grads, needed, wanted, captured, keep: visit(node, grads, needed, wanted, captured, False)


def no_version_check() -> None:
    """A change of something saved goes unnoticed."""
    part("_tensor").Tensor._bump = lambda self, cause="operation": None


def leaves_may_change() -> None:
    """A leaf may be changed outside of no_grad."""
    part("_tensor").Tensor._may_change = lambda self: None


def detach_keeps_the_graph() -> None:
    """detach returns the tensor itself."""
    part("_tensor").Tensor.detach = lambda self: self


def no_grad_records() -> None:
    """Operations are recorded under no_grad."""
    part("autograd.grad_mode").no_grad.switch = lambda self: None


def zero_grad_does_nothing() -> None:
    """Gradients are not reset."""
    part("optim.optimizer").Optimizer.zero_grad = lambda self, set_to_none=True: None


def wrong_row_of_the_table() -> None:
    """A sigmoid is said to save its operand, not its result."""
    table()["sigmoid"].kept = {"self": ("self",)}


def wrong_formula() -> None:
    """The derivative of tanh lacks its square."""
    operation = table()["tanh"]
    operation.formulas["self"] = lambda g, result: g * (1 - result)


def views_count_for_themselves() -> None:
    """A view has a version counter of its own."""
    operation, tensor = part("_operation"), part("_tensor")
    look = operation.Operation.look

    def apart(self: Any, values: Any, result: Any, node: Any) -> Any:
        made = look(self, values, result, node)
        for each in made if isinstance(made, tuple) else (made,):
            each._version_ = tensor.Version()
        return made

    operation.Operation.look = apart


def step_without_gradient() -> None:
    """An optimizer's step does not count as a change."""
    rules = part("optim.rules")
    rules.write = lambda param, values: param._a.__setitem__(..., values)


FAULTS: dict[str, Callable[[], None]] = {
    function.__name__: function
    for function in (
        keep_everything,
        free_what_is_retained,
        no_version_check,
        leaves_may_change,
        detach_keeps_the_graph,
        no_grad_records,
        zero_grad_does_nothing,
        wrong_row_of_the_table,
        wrong_formula,
        views_count_for_themselves,
        step_without_gradient,
    )
}


def seed(name: str) -> None:
    """Put one fault into the shim of this process."""
    FAULTS[name]()
