"""The criterion is an argument, and the loss is backpropagated."""

import torch
from torch import nn


def fit(model, criterion: nn.Module, optimizer, batches):
    seen = 0.0
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        seen += loss.item()
    return seen


def batches():
    return [(torch.randn(8, 3), torch.randn(8, 2)) for _ in range(4)]


if __name__ == "__main__":
    network = nn.Linear(3, 2)
    for _ in range(2):
        print(fit(network, nn.MSELoss(), torch.optim.SGD(network.parameters(), lr=0.1), batches()))
