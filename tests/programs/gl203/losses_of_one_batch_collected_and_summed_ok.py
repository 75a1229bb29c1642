"""The losses of one pass are collected in a list and added before a single backward."""

import torch
from torch import nn

layers = nn.ModuleList([nn.Linear(5, 5) for _ in range(3)])
optimizer = torch.optim.Adam(layers.parameters())
for batch in torch.randn(3, 4, 5):
    penalties, signal = [], batch
    for layer in layers:
        signal = torch.tanh(layer(signal))
        penalties.append(signal.abs().mean())
    optimizer.zero_grad()
    sum(penalties).backward()
    optimizer.step()
