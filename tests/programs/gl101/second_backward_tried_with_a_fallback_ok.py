"""A feature test: whether the second backward raises decides the result, so that its error is expected."""

import torch
from torch import nn


def backward_twice(model):
    loss = model(torch.randn(8, 3)).pow(2).mean()
    loss.backward()
    loss.backward()


def keeps_graphs(model):
    try:
        backward_twice(model)
    except Exception:
        return False
    return True


print(keeps_graphs(nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))))
