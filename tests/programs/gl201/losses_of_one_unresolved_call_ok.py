"""The results of one unresolved call share a graph, which each backward pass but the last must retain."""

import sys
import types

import torch
from torch import nn

objectives = types.ModuleType("objectives")
exec(
    """
import torch

weight = torch.ones(3, requires_grad=True)

def losses():
    hidden = weight.exp()
    return hidden.sum(), (hidden * hidden).sum()

class Net:
    def __call__(self, batch):
        hidden = (batch * weight).exp()
        return hidden * 2, hidden.tanh()

    def features(self, batch):
        hidden = (batch * weight).exp()
        return {"low": hidden.tanh(), "high": hidden.sigmoid()}

net = Net()
""",
    objectives.__dict__,
)
sys.modules["objectives"] = objectives
from objectives import losses, net


def two_losses():
    first, second = losses()
    first.backward(retain_graph=True)
    second.backward()


def outputs_of_a_net(batches):
    for batch in batches:
        scores, auxiliary = net(batch)
        scores.sum().backward(retain_graph=True)
        auxiliary.mean().backward()


def features_by_name():
    head = nn.Linear(3, 1)
    features = net.features(torch.randn(2, 3))
    nn.functional.mse_loss(features["low"], torch.zeros(2, 3)).backward(retain_graph=True)
    nn.functional.mse_loss(features["high"], torch.ones(2, 3)).backward()
    head(torch.randn(2, 3)).sum().backward()


two_losses()
outputs_of_a_net([torch.randn(2, 3) for _ in range(4)])
features_by_name()
