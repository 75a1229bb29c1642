"""The weights are initialized through `.data`; the step comes after both backward passes."""

import torch
from torch import nn

critic = nn.Sequential(nn.Linear(3, 4), nn.LeakyReLU(), nn.Linear(4, 1))
for layer in critic:
    if isinstance(layer, nn.Linear):
        nn.init.normal_(layer.weight.data, 0.0, 0.02)
optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
for x in torch.randn(2, 5, 3):
    first, second = critic(x).mean(), critic(x).pow(2).mean()
    optimizer.zero_grad()
    first.backward()
    second.backward()
    optimizer.step()
