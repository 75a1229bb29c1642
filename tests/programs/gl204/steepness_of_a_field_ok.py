"""autograd.grad returns the gradient and leaves nothing on the point."""

import torch


def turning(field, points):
    turns = []
    for point in points:
        point = point.clone().requires_grad_()
        (slope,) = torch.autograd.grad(field(point), point, create_graph=True)
        (second,) = torch.autograd.grad(slope.sum(), point)
        turns.append(second.norm().item())
    return turns


print(turning(lambda p: (p.sin() * p).sum(), torch.randn(4, 2)))
