"""A ModuleList registers the layers."""

import torch
from torch import nn


class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(3, 8), nn.Linear(8, 1)])

    def forward(self, x):
        first, second = self.layers
        return second(torch.relu(first(x)))


model = Stack()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

x, y = torch.randn(8, 3), torch.randn(8, 1)
for _ in range(3):
    optimizer.zero_grad()
    nn.functional.mse_loss(model(x), y).backward()
    optimizer.step()
