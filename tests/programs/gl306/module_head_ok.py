"""Grad mode is switched on, and the step has a graph to backpropagate."""

import torch
from torch import nn

torch.set_grad_enabled(True)
layer = nn.Conv1d(1, 2, 3)
sgd = torch.optim.SGD(layer.parameters(), lr=0.1)


def train_step(x):
    sgd.zero_grad()
    out = layer(x).abs().mean()
    out.backward()
    sgd.step()


train_step(torch.randn(2, 1, 9))
