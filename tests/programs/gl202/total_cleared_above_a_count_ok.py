"""The count begins above the bound at which the total is cleared: each iteration clears it."""

import torch
from torch import nn


def train(model: nn.Module, optimizer: torch.optim.Optimizer, batches):
    count, total = 100, 0
    for batch in batches:
        optimizer.zero_grad()
        loss = model(batch).mean()
        loss.backward()
        optimizer.step()
        total += loss
        count += 1
        if count > 10:
            print(float(total))
            total = 0


network = nn.Linear(4, 1)
train(network, torch.optim.SGD(network.parameters(), lr=0.1), torch.randn(6, 8, 4))
