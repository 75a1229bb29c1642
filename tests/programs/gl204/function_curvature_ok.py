"""The gradient is taken off the points at the end, which breaks the circle."""

import torch


def curvature(points, f):
    points = points.clone().requires_grad_()
    f(points).sum().backward(create_graph=True)
    slope = points.grad
    (bend,) = torch.autograd.grad(slope.sum(), points)
    points.grad = None
    return bend


print(curvature(torch.linspace(0, 1, 5), torch.sin))
