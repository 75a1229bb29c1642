"""A direction is updated, projected and normalized under three bindings, and each iteration makes the last one a leaf."""

import torch


def ascend(objective, steps):
    basis = torch.eye(4)
    direction = torch.rand(4)
    for _ in range(steps):
        direction.requires_grad_(True)
        direction.grad = None
        objective(direction).backward()
        with torch.no_grad():
            direction = direction + direction.grad
            direction = basis @ direction
            direction = direction / direction.norm()
    return direction


print(ascend(lambda value: value.sin().sum(), 3))
