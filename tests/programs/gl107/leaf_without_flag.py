"""The point that is optimized was made without requires_grad, so its value has no graph."""

import torch

position = torch.tensor([2.0, -1.0])


def rosenbrock(p):
    return (1 - p[0]) ** 2 + 100 * (p[1] - p[0] ** 2) ** 2


def descend(p, steps=3):
    optimizer = torch.optim.SGD([p], lr=1e-4)
    for i in range(steps):
        optimizer.zero_grad()
        value = rosenbrock(p)
        value.backward()  # ! GL107
        optimizer.step()
    return p


print(descend(position))
