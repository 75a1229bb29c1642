"""Backward leaves in .grad a gradient with a graph that leads back to the points: neither is ever freed."""

import torch


def curvature(points, f):
    points = points.clone().requires_grad_()
    f(points).sum().backward(create_graph=True)  # ! GL204
    slope = points.grad
    (bend,) = torch.autograd.grad(slope.sum(), points)
    return bend


print(curvature(torch.linspace(0, 1, 5), torch.sin))
