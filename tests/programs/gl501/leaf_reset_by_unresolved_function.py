"""An unresolved function receives the leaves in a list before the loop; nothing resets their gradients in it."""

import sys
import types

import torch
from torch import nn

train_helpers = types.ModuleType("train_helpers")
exec(
    """
def forget(leaves):
    for leaf in leaves:
        leaf.grad = None
""",
    train_helpers.__dict__,
)
sys.modules["train_helpers"] = train_helpers
from train_helpers import forget


def fit(weight, bias, batches):
    optimizer = torch.optim.SGD([weight, bias], lr=0.1)
    forget([weight, bias])
    for batch in batches:
        (batch @ weight + bias).pow(2).mean().backward()  # ! GL501
        optimizer.step()


fit(nn.Parameter(torch.randn(3)), nn.Parameter(torch.zeros(1)), list(torch.randn(4, 8, 3)))
