"""The generator function only makes the losses; the loop backpropagates them."""

import torch
from torch import nn


def losses(network, batches):
    for inputs, targets in batches:
        loss = nn.functional.mse_loss(network(inputs), targets)
        yield loss


network = nn.Sequential(nn.Linear(3, 4), nn.Sigmoid(), nn.Linear(4, 2))
optimizer = torch.optim.SGD(network.parameters(), lr=0.3)
batches = [(torch.randn(5, 3), torch.randn(5, 2)) for _ in range(2)]
for loss in losses(network, batches):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
