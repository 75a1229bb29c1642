"""Both losses backpropagate through the features, and the step comes after both: no gradient is zeroed in between."""

import torch
from torch import nn

features, left, right = nn.Linear(4, 6), nn.Linear(6, 1), nn.Linear(6, 1)
shared = torch.optim.SGD(features.parameters(), lr=0.1)
apart = torch.optim.SGD([*left.parameters(), *right.parameters()], lr=0.1)
for batch in torch.randn(3, 5, 4):
    shared.zero_grad()
    apart.zero_grad()
    left(torch.relu(features(batch))).pow(2).mean().backward()
    right(torch.relu(features(batch))).abs().mean().backward()
    shared.step()
    apart.step()
