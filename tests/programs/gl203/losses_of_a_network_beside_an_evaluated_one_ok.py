"""A metric of an evaluated copy and the training loss are stored as numbers."""

import copy

import torch
from torch import nn

network = nn.Linear(3, 2)
average = copy.deepcopy(network).eval()
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
metrics, losses = [], []
for x in torch.randn(5, 6, 3):
    loss = network(x).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
    with torch.no_grad():
        metrics.append(average(x).abs().mean())
print(sum(losses) / len(losses), torch.stack(metrics).mean().item())
