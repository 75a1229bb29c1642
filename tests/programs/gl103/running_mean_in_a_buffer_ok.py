"""The buffer takes the batch's mean as a mere value."""

import torch
from torch import nn


class Whitening(nn.Module):
    def __init__(self, size, momentum=0.1):
        super().__init__()
        self.momentum = momentum
        self.register_buffer("mean", torch.zeros(size))

    def forward(self, batch):
        self.mean = (1 - self.momentum) * self.mean + self.momentum * batch.detach().mean(dim=0)
        return batch - self.mean


network = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), Whitening(6), nn.Linear(6, 1))
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for batch in torch.randn(3, 8, 4):
    optimizer.zero_grad()
    network(batch).square().mean().backward()
    optimizer.step()
