"""The gradients of each task are read before the next reset, and combined for one step."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(4):
    collected = []
    for task in range(2):
        optimizer.zero_grad()
        model(torch.randn(8, 3) + task).pow(2).mean().backward()
        collected.append([parameter.grad.clone() for parameter in model.parameters()])
    for parameter, gradients in zip(model.parameters(), zip(*collected)):
        parameter.grad = sum(gradients)
    optimizer.step()
