"""Each point's gradient is left on the point with its graph, and point and gradient hold one another for good."""

import torch


def turning(field, points):
    turns = []
    for point in points:
        point = point.clone().requires_grad_()
        field(point).backward(create_graph=True)  # ! GL204
        (second,) = torch.autograd.grad(point.grad.sum(), point)
        turns.append(second.norm().item())
    return turns


print(turning(lambda p: (p.sin() * p).sum(), torch.randn(4, 2)))
