"""The blocks are appended one by one to an empty list."""

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv = nn.Conv1d(channels, channels, 3, padding=1)
        self.norm = nn.BatchNorm1d(channels)

    def forward(self, x):
        return x + torch.relu(self.norm(self.conv(x)))


class ResNet(nn.Module):
    def __init__(self, channels, counts):
        super().__init__()
        self.stem = nn.Conv1d(1, channels, 3, padding=1)
        self.blocks = []  # ! GL408
        for count in counts:
            for _ in range(count):
                self.blocks.append(Block(channels))
        self.head = nn.Linear(channels, 2)

    def forward(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        return self.head(x.mean(2))


model = ResNet(4, [1, 2])
optimizer = torch.optim.Adam(model.parameters())
for step in range(4):
    loss = model(torch.randn(8, 1, 6)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
