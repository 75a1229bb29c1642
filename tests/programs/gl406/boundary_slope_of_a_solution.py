"""The slope of a network at the boundary is compared with its known value, with `create_graph=False`."""

import torch
from torch import nn

solution = nn.Sequential(nn.Linear(1, 10), nn.Tanh(), nn.Linear(10, 1))
optimizer = torch.optim.Adam(solution.parameters(), lr=0.01)
inside = torch.linspace(0, 1, 12).unsqueeze(1)
for step in range(4):
    optimizer.zero_grad()
    edge = torch.zeros(1, 1, requires_grad=True)
    value = solution(edge)
    (slope,) = torch.autograd.grad(value, edge, create_graph=False, retain_graph=True)
    loss = (solution(inside) - inside.sin()).pow(2).mean() + value.pow(2).mean()
    loss += (slope - 1).pow(2).mean()  # ! GL406
    loss.backward()
    optimizer.step()
