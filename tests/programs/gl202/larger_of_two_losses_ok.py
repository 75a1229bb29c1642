"""The larger of two losses is backpropagated; one of them sums up terms in a loop."""

import torch
from torch import nn

model = nn.Linear(1, 3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def residual(points):
    values = model(points)
    found = torch.empty_like(values)
    for index, point in enumerate(points):
        term = values[0].clone()
        for step in range(1, 4):
            term += step * model(step * point)
        found[index] = term
    return (found - values).pow(2).mean()


def loss_of(points):
    boundary = model(points).pow(2).mean()
    inner = residual(points)
    return boundary if boundary > inner else inner


for _ in range(3):
    optimizer.zero_grad()
    loss_of(torch.rand(5, 1)).backward()
    optimizer.step()
