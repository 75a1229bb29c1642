"""Each iteration's gradient has a graph for the penalty, and each next iteration (and the end) resets it."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
for batch in torch.randn(3, 5, 3):
    optimizer.zero_grad()
    loss = model(batch).pow(2).mean()
    loss.backward(create_graph=True)
    slopes = torch.stack([parameter.grad.norm() for parameter in model.parameters()])
    penalty = torch.autograd.grad(0.1 * slopes.sum(), list(model.parameters()), allow_unused=True)
    for parameter, part in zip(model.parameters(), penalty):
        parameter.grad = parameter.grad.detach() + (0 if part is None else part)
    optimizer.step()
optimizer.zero_grad()
