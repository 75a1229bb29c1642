"""A metric of an evaluated copy is stored in one list and the training loss in another one: of the lists, only the second is a mistake of
its own."""

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
    losses.append(loss)  # ! GL203
    metrics.append(average(x).abs().mean())  # ! GL301
print(torch.stack(losses).mean().item(), torch.stack(metrics).mean().item())
