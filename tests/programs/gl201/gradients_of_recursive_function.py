"""A function calls itself for the first order, and goes through the graph of the first once."""

import torch


def gradients(values, points, order):
    if order == 1:
        return torch.autograd.grad(values.sum(), points, create_graph=True)[0]
    first = gradients(values, points, order - 1)
    return torch.autograd.grad(first.sum(), points, retain_graph=True)[0]  # ! GL201


points = torch.rand(4, 3, requires_grad=True)
print(eval("gradients")((points**3).sum(1), points, 2).shape)
