"""The backbone runs under no_grad."""

import torch
from torch import nn

backbone = nn.Sequential(nn.Conv1d(1, 3, 3), nn.ReLU(), nn.Flatten())
head = nn.Linear(24, 2)
optimizer = torch.optim.Adam(head.parameters())


def features(signal):
    with torch.no_grad():
        return backbone(signal)


for signal, label in zip(torch.randn(3, 4, 1, 10), torch.randint(0, 2, (3, 4))):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(head(features(signal)), label)
    loss.backward()
    optimizer.step()
