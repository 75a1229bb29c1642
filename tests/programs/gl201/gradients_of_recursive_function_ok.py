"""A function calls itself for the first order, and each row of the second goes through the graph of the first."""

import torch


def gradients(values, points, order):
    if order == 1:
        return torch.autograd.grad(values.sum(), points, create_graph=True)[0]
    first = gradients(values, points, order - 1)
    rows = []
    for column in range(first.shape[-1]):
        rows.append(torch.autograd.grad(first[:, column].sum(), points, retain_graph=True)[0])
    return torch.stack(rows, dim=-1)


points = torch.rand(4, 3, requires_grad=True)
print(eval("gradients")((points**3).sum(1), points, 2).shape)
