"""Grad mode is switched off for the whole file, in which a step of training follows."""

import torch
from torch import nn

torch.set_grad_enabled(False)  # ! GL306
layer = nn.Conv1d(1, 2, 3)
sgd = torch.optim.SGD(layer.parameters(), lr=0.1)


def train_step(x):
    sgd.zero_grad()
    out = layer(x).abs().mean()
    out.backward()  # ! GL107
    sgd.step()


train_step(torch.randn(2, 1, 9))
