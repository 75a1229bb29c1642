"""Values are smoothed."""

import torch
from torch import nn


def smoothed_training(network, batches, keep=0.9):
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    smooth = None
    for number, (x, y) in enumerate(batches):
        loss = nn.functional.cross_entropy(network(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        value = loss.item()
        smooth = value if smooth is None else keep * smooth + (1 - keep) * value
        if number % 2 == 1:
            print(number, round(smooth, 3))


batches = [(torch.randn(4, 3), torch.randint(0, 2, (4,))) for _ in range(6)]
smoothed_training(nn.Linear(3, 2), batches)
