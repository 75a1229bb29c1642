"""A cast to another type than the one that a tensor has makes a new one of it."""

import torch
from torch import nn


def perturbation(shape):
    return torch.zeros(shape).double().requires_grad_()


def attack(model, x):
    delta = perturbation(x.shape)
    delta = delta.float()
    for _ in range(3):
        model(x + delta).sum().backward()
        print(delta.grad)  # ! GL404
    return delta


print(attack(nn.Linear(3, 1), torch.randn(2, 3)).shape)
