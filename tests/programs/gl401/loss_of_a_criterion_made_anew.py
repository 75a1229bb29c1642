"""The number of a loss from an unresolved criterion becomes a new tensor: its backward pass reaches no parameter."""

import torch
from torch import nn


def fit(model, criterion, optimizer, batches):
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss = torch.tensor(loss.item(), requires_grad=True)  # ! GL401
        loss.backward()
        optimizer.step()


network = nn.Linear(3, 1)
batches = [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(2)]
eval("fit")(network, nn.MSELoss(), torch.optim.SGD(network.parameters(), lr=0.1), batches)
