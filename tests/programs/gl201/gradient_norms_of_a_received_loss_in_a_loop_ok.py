"""One function measures the gradient of each loss once, another one that of one loss for several parameters: it needs the graph."""

import sys
import types

import torch
from torch import nn

losses = types.ModuleType("losses")
exec(
    """
def squared(model, batch):
    return model(batch).square().mean()
""",
    losses.__dict__,
)
sys.modules["losses"] = losses
from losses import squared


def norm(loss, parameter):
    (gradient,) = torch.autograd.grad(loss, parameter, retain_graph=True)
    return gradient.norm().item()


def last_norm(model, batch):
    loss = squared(model, batch)
    print(loss.item(), norm(loss, model[-1].weight))


def all_norms(model, batch):
    loss = squared(model, batch)
    for name, parameter in model.named_parameters():
        print(name, norm(loss, parameter))


network = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
eval("last_norm")(network, torch.randn(4, 3))
eval("all_norms")(network, torch.randn(4, 3))
