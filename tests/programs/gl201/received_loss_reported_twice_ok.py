"""A function reports a loss that it receives, and one caller reports its loss before and after a comparison: the graph is needed."""

import sys
import types

import torch

losses = types.ModuleType("losses")
exec(
    """
import torch

scale = torch.ones(3, requires_grad=True)

def squared(batch):
    return (batch * scale.exp()).square().mean()
""",
    losses.__dict__,
)
sys.modules["losses"] = losses
from losses import scale, squared


def report(loss):
    (gradient,) = torch.autograd.grad(loss, [scale], retain_graph=True)
    print(gradient.norm().item())


def show(batch):
    report(squared(batch))


def show_twice(batch):
    loss = squared(batch)
    report(loss)
    print(loss.item())
    report(loss)


eval("show")(torch.randn(4, 3))
eval("show_twice")(torch.randn(4, 3))
