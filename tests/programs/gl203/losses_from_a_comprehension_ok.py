"""The step returns a number."""

import torch
from torch import nn


def train_step(network, optimizer, batch):
    optimizer.zero_grad()
    loss = network(batch).pow(2).mean()
    loss.backward()
    optimizer.step()
    return loss.item()


network = nn.Linear(4, 2)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
history = []
for epoch in range(5):
    history += [train_step(network, optimizer, batch) for batch in torch.randn(2, 3, 4)]
print(sum(history) / len(history))
