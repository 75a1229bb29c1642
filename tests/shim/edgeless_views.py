"""Print how a second backward through one operation ends, if its operand is a view of a leaf that was made under `no_grad`.

Such a view requires grad, but its gradient has nowhere to go: PyTorch still saves, and frees, what it saves whatever gradients are needed.
"""

from collections.abc import Callable

import torch
from torch.nn import functional


def view() -> torch.Tensor:
    leaf = torch.full((3, 3), 0.5, requires_grad=True)
    with torch.no_grad():
        return leaf.view(9).view(3, 3)


def other(requires_grad: bool = False) -> torch.Tensor:
    return torch.full((3, 3), 2.0, requires_grad=requires_grad)


OPERATIONS: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    "logsumexp": lambda value: value.logsumexp(0),
    "exp": lambda value: value.exp(),
    "relu": lambda value: value.relu(),
    "prod": lambda value: value.prod(),
    "softmax": lambda value: value.softmax(0),
    "layer_norm": lambda value: functional.layer_norm(value, (3,)),
    "index": lambda value: value[torch.tensor([0, 1])],
    "where": lambda value: torch.where(value > 0, value, -1.0),
    "mul": lambda value: value * other(),
    "mul by a leaf": lambda value: value * other(requires_grad=True),
    "mul by itself": lambda value: value * value,
    "div": lambda value: value / other(),
    "mm": lambda value: torch.mm(value, other()),
    "linear": lambda value: functional.linear(value, other()),
    "addcdiv": lambda value: torch.addcdiv(value, other(), other()),
    "maximum": lambda value: torch.maximum(value, other()),
    "mse_loss": lambda value: functional.mse_loss(value, other()),
    "cat": lambda value: torch.cat([value, value]),
    "stack": lambda value: torch.stack([value, value]),
}


for name, operation in OPERATIONS.items():
    loss = operation(view()).sum()
    loss.backward()
    try:
        loss.backward()
        print(f"{name}: passes")
    except RuntimeError as error:
        print(f"{name}: {str(error)[:50]}")
