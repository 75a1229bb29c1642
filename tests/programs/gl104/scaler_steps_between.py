"""scaler.step() steps the optimizer in place, between two backwards over one pass with the old weights."""

import torch
from torch import nn

network = nn.Sequential(nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 2))
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", enabled=False)
for batch in torch.randn(2, 5, 4):
    near, far = network(batch).chunk(2, dim=1)
    optimizer.zero_grad()
    scaler.scale(near.pow(2).mean()).backward(retain_graph=True)
    scaler.step(optimizer)
    scaler.scale(far.pow(2).mean()).backward()  # ! GL104
    scaler.step(optimizer)
    scaler.update()
