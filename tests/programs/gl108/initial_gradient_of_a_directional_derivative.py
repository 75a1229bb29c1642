"""Instead of the result of a directional derivative, the matrix that is its initial gradient is backpropagated."""

import torch


def derive(f, points, directions):
    return f(*points), f(*directions)


def check(f):
    point, direction, seed = (torch.empty(2, 3).normal_().requires_grad_() for _ in range(3))
    value, tangent = eval("derive")(f, (point,), (direction,))
    seed.backward()  # ! GL108
    print(point.grad, value.shape, tangent.shape)


eval("check")(torch.sin)
