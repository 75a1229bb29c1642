"""The point is made with requires_grad."""

import torch

position = torch.tensor([2.0, -1.0], requires_grad=True)


def rosenbrock(p):
    return (1 - p[0]) ** 2 + 100 * (p[1] - p[0] ** 2) ** 2


def descend(p, steps=3):
    optimizer = torch.optim.SGD([p], lr=1e-4)
    for i in range(steps):
        optimizer.zero_grad()
        value = rosenbrock(p)
        value.backward()
        optimizer.step()
    return p


print(descend(position))
