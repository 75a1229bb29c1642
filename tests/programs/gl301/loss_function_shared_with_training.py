"""A function computes the loss for training and for validation: validation calls it with grad mode on."""

import torch
from torch import nn


def batch_loss(network, x, y):
    scores = network(x)
    return nn.functional.cross_entropy(scores, y)


def validate(network, batches):
    network.eval()
    total = 0.0
    for x, y in batches:
        total += batch_loss(network, x, y).item()  # ! GL301
    network.train()
    return total


batches = [(torch.randn(4, 3), torch.randint(0, 2, (4,))) for _ in range(3)]
network = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
optimizer = torch.optim.Adam(network.parameters())
for epoch in range(2):
    for x, y in batches:
        optimizer.zero_grad()
        batch_loss(network, x, y).backward()
        optimizer.step()
    print(validate(network, batches))
