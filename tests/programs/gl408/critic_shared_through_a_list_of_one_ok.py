"""The critic belongs to another model; gradients pass through it, and its own optimizer comes later."""

import torch
from torch import nn


class Actor(nn.Module):
    def __init__(self, critic):
        super().__init__()
        self.critic = [critic]
        self.policy = nn.Linear(3, 2)

    def forward(self, x):
        return -self.critic[0](self.policy(x)).mean()


actor = Actor(nn.Linear(2, 1))
optimizer = torch.optim.SGD(actor.parameters(), lr=0.1)
for step in range(4):
    loss = actor(torch.randn(8, 3))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
