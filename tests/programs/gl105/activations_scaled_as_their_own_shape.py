"""`reshape_as` of a tensor itself is a view: scaling it with grad mode disabled changes what tanh saved."""

import torch
from torch import nn


def scaled(hidden, factor):
    with torch.no_grad():
        hidden.reshape_as(hidden).mul_(factor)
    return hidden


net = nn.Sequential(nn.Linear(3, 4), nn.Tanh())
scaled(net(torch.randn(8, 3)), 0.5).mean().backward()  # ! GL105
