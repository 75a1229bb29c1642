"""The list of the parts is cleared in every iteration, and the graphs are freed with it."""

import torch
from torch import nn

blocks = nn.ModuleList([nn.Linear(3, 3) for _ in range(4)])
optimizer = torch.optim.SGD(blocks.parameters(), lr=0.1)
features = []
for batch in torch.randn(5, 2, 3):
    features.clear()
    signal = batch
    for block in blocks:
        signal = torch.relu(block(signal))
        features.append(signal)
    optimizer.zero_grad()
    torch.cat(features).mean().backward()
    optimizer.step()
