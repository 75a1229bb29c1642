"""A function calls itself for the first order; both columns go through the graph of the first."""

import torch


def mixed(values, points, order):
    if order == 1:
        return torch.autograd.grad(values.sum(), points, create_graph=True)[0]
    first = mixed(values, points, order - 1)
    left = torch.autograd.grad(first[:, 0].sum(), points, retain_graph=True)[0]
    return left - torch.autograd.grad(first[:, 1].sum(), points)[0]


points = torch.rand(4, 3, requires_grad=True)
print(eval("mixed")((points**3).sum(1), points, 2).shape)
