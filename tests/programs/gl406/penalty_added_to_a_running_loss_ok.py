"""A penalty on the slopes of two networks is added inside a loop over them, with the graph of the slopes."""

import torch
from torch import nn

fields = nn.ModuleList(nn.Sequential(nn.Linear(2, 5), nn.Tanh(), nn.Linear(5, 1)) for _ in range(2))
optimizer = torch.optim.Adam(fields.parameters())
for step in range(4):
    x = torch.randn(7, 2, requires_grad=True)
    loss = torch.zeros(())
    for field in fields:
        values = field(x)
        slopes = torch.autograd.grad(values.sum(), x, create_graph=True)[0]
        loss = loss + values.square().mean()
        loss = loss + (slopes.norm(dim=-1) - 1).abs().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
