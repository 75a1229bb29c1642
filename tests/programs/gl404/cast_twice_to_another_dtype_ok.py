"""A cast to the type that a tensor has gives the tensor itself."""

import torch
from torch import nn


def perturbation(shape):
    return torch.zeros(shape).double().requires_grad_()


def attack(model, x):
    delta = perturbation(x.shape)
    delta = delta.double()
    for _ in range(3):
        model(x + delta).sum().backward()
        delta.data += 0.01 * delta.grad.sign()
        delta.grad.zero_()
    return delta


print(attack(nn.Linear(3, 1).double(), torch.randn(2, 3, dtype=torch.double)).shape)
