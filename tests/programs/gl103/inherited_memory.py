"""The base class keeps the memory and the subclass feeds it: both are innocent alone, together they carry a graph."""

import torch
from torch import nn


class Stateful(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.size = size
        self.memory = None

    def recall(self, batch):
        return torch.zeros(batch, self.size) if self.memory is None else self.memory

    def remember(self, value):
        self.memory = value
        return value


class Mixer(Stateful):
    def __init__(self, size):
        super().__init__(size)
        self.mix = nn.Linear(2 * size, size)

    def forward(self, x):
        return self.remember(torch.sigmoid(self.mix(torch.cat([x, self.recall(len(x))], dim=1))))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), Mixer(4))
        self.head = nn.Linear(4, 1)

    def forward(self, x):
        return self.head(self.body(x))


model = Model()
optimizer = torch.optim.AdamW(model.parameters())
for batch in torch.randn(3, 5, 3):
    loss = model(batch).abs().mean()
    optimizer.zero_grad()
    loss.backward()  # ! GL103
    optimizer.step()
