"""A module whose `__call__` acts without a graph: `forward` by name trains it, a call does not."""

import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(x)

    def __call__(self, x):
        with torch.no_grad():
            return super().__call__(x)


policy = Policy()
optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)
for _ in range(2):
    x = torch.randn(4, 8)
    optimizer.zero_grad()
    policy.forward(x).pow(2).mean().backward()
    optimizer.step()
    loss = policy(x).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()  # ! GL107
    optimizer.step()
