"""The function receives its criterion: two losses of one forward pass, each with a backward pass of its own."""

import torch
from torch import nn


def train(criterion, batches):
    model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for inputs, target in batches:
        output = model(inputs)
        optimizer.zero_grad()
        criterion(output, target).backward()
        criterion(output, 1 - target).backward()  # ! GL101
        optimizer.step()


eval("train")(nn.MSELoss(), [(torch.randn(4, 3), torch.rand(4, 2)) for _ in range(2)])
