"""The function receives its criterion: two losses of one forward pass, both with one backward pass."""

import torch
from torch import nn


def train(criterion, batches):
    model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for inputs, target in batches:
        output = model(inputs)
        optimizer.zero_grad()
        (criterion(output, target) + criterion(output, 1 - target)).backward()
        optimizer.step()


eval("train")(nn.MSELoss(), [(torch.randn(4, 3), torch.rand(4, 2)) for _ in range(2)])
