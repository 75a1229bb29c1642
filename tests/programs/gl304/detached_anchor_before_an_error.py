"""The anchor is detached in the expression that computes it, and the error of a later line needs nothing of it."""

import torch
from torch import nn

critic, generator = nn.Linear(3, 1), nn.Linear(2, 3)
optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
for step in range(3):
    real = torch.randn(4, 3)
    anchor = critic(real).detach()  # ! GL304
    scores = critic(real)
    fake = critic(generator(torch.randn(4, 2)).detach())  # ! GL304
    (scores - anchor).pow(2).mean().backward()
    (fake - scores).pow(2).mean().backward()  # ! GL101
    optimizer.step()
