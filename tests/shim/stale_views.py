"""In-place changes of a view whose base was changed before: run under whichever `torch` is on the path, printed with how each ended."""

import importlib
from typing import Any

torch = importlib.import_module("torch")


def bases() -> tuple[Any, Any]:
    """A weight, and data that does not require grad."""
    return torch.ones(3, 3, requires_grad=True), torch.ones(3, 3)


def after_base(change: Any) -> None:
    """Change a view of data after the data became a result of the weight: PyTorch has not computed the view's grad_fn yet."""
    weight, data = bases()
    view = data.t()
    data *= weight
    change(view, weight)


def after_itself(change: Any) -> None:
    """The twin: the view itself was changed, so that its grad_fn is up to date."""
    weight, data = bases()
    view = data.t()
    view *= weight
    change(view, weight)


def after_base_with_graph(change: Any) -> None:
    """The twin: the base had a graph when the view was taken, so that the view has a grad_fn."""
    weight, data = bases()
    result = data * weight
    view = result.t()
    result *= weight
    change(view, weight)


CHANGES = {
    "doubled": lambda view, weight: view.add_(view),
    "shifted": lambda view, weight: view.add_(1.0),
    "scaled by the weight": lambda view, weight: view.mul_(weight),
    "shifted by its own detached values": lambda view, weight: view.add_(view.detach()),
    "item assigned, which takes a view of it": lambda view, weight: view.__setitem__(0, 1.0),
    "used before": lambda view, weight: (view * 2, view.add_(1.0)),
    "grad_fn read before": lambda view, weight: (view.grad_fn, view.add_(1.0)),
    "requires_grad read before": lambda view, weight: (view.requires_grad, view.add_(1.0)),
}

for order in (after_base, after_itself, after_base_with_graph):
    for name, change in CHANGES.items():
        try:
            order(change)
            ending = "clean"
        except RuntimeError as error:
            ending = str(error)
        print(f"{order.__name__}, {name} -> {ending}")
