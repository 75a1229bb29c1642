"""The loss of an unresolved criterion is backpropagated, and its number is only printed."""

import torch
from torch import nn


def fit(model, criterion, optimizer, batches):
    for inputs, targets in batches:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        print(torch.tensor(loss.item()))
        loss.backward()
        optimizer.step()


network = nn.Linear(3, 1)
batches = [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(2)]
eval("fit")(network, nn.MSELoss(), torch.optim.SGD(network.parameters(), lr=0.1), batches)
