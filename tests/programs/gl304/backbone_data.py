"""Only the data of the backbone's output is used, so its graph is built to be thrown away."""

import torch
from torch import nn

backbone = nn.Sequential(nn.Conv1d(1, 3, 3), nn.ReLU(), nn.Flatten())
head = nn.Linear(24, 2)
optimizer = torch.optim.Adam(head.parameters())


def features(signal):
    return backbone(signal).data  # ! GL304


for signal, label in zip(torch.randn(3, 4, 1, 10), torch.randint(0, 2, (3, 4))):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(head(features(signal)), label)
    loss.backward()
    optimizer.step()
