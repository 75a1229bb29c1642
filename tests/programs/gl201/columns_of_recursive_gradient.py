"""A function calls itself for each of two graphs, and goes through each once."""

import torch


def mixed(values, points, order):
    if order == 1:
        return torch.autograd.grad(values().sum(), points, create_graph=True)[0]
    left = torch.autograd.grad(mixed(values, points, order - 1)[:, 0].sum(), points, retain_graph=True)[0]  # ! GL201
    return left - torch.autograd.grad(mixed(values, points, order - 1)[:, 1].sum(), points)[0]


points = torch.rand(4, 3, requires_grad=True)
print(eval("mixed")(lambda: (points**3).sum(1), points, 2).shape)
