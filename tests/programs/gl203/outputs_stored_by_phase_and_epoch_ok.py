"""The outputs are kept as values."""

import torch
from torch import nn

network = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.Adam(network.parameters())
record = {"train": {}, "val": {}}
for epoch in range(5):
    batch = torch.randn(4, 3)
    answer = network(batch)
    optimizer.zero_grad()
    answer.abs().mean().backward()
    optimizer.step()
    record["train"][epoch] = answer.detach()
    with torch.no_grad():
        record["val"][epoch] = network(batch + 1)
print(len(record["train"]), len(record["val"]))
