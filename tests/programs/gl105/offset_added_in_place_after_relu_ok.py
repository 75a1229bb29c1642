"""The gate's last addition makes a new tensor."""

import torch
from torch import nn


class Gated(nn.Module):
    def __init__(self, activation):
        super().__init__()
        self.value, self.gate = nn.Linear(3, 4), nn.Linear(3, 4)
        self.activation = activation

    def forward(self, x):
        value = self.activation(self.value(x))
        gate = self.activation(torch.sigmoid(self.gate(x)) - 0.5)
        return value * (gate + 0.5)


network = nn.Sequential(Gated(nn.ReLU(inplace=True)), nn.Linear(4, 1))
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
optimizer.zero_grad()
network(torch.randn(5, 3)).pow(2).mean().backward()
optimizer.step()
