"""The loop variable is bound to the average of two models' weights, which a list collects for a third model."""

import torch
from torch import nn

first, second, third = nn.Linear(3, 1), nn.Linear(3, 1), nn.Linear(3, 1)
averages = []
with torch.no_grad():
    for one, other in zip(first.parameters(), second.parameters()):
        one = 0.5 * one + 0.5 * other
        averages.append(one)
    for weight, average in zip(third.parameters(), averages):
        weight.copy_(average)
print(third(torch.ones(2, 3)).sum().item())
