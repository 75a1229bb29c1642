"""After the backward pass, a recursive function only computes a metric of the output."""

import torch
from torch import nn


def of_groups(values, level):
    if level == 0:
        return float(values.mean() > 0.0)
    half = len(values) // 2
    return of_groups(values[:half], level - 1) + of_groups(values[half:], level - 1)


model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(4):
    optimizer.zero_grad()
    output = torch.tanh(model(torch.randn(8, 3)))
    output.pow(2).mean().backward(retain_graph=True)  # ! GL201
    print(of_groups(output, 3))
    optimizer.step()
