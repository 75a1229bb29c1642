"""A direction is updated, projected and normalized under three bindings, and none of them is a leaf that requires grad."""

import torch


def ascend(objective, steps):
    basis = torch.eye(4)
    direction = torch.rand(4, requires_grad=True)
    for _ in range(steps):
        if not direction.requires_grad:
            break
        objective(direction).backward()
        with torch.no_grad():
            direction = direction + direction.grad  # ! GL403
            direction = basis @ direction
            direction = direction / direction.norm()
    return direction


print(ascend(lambda value: value.sin().sum(), 3))
