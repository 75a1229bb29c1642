"""A module whose `__call__` returns an action as a number: `forward` by name returns the values, with their graph."""

import torch
import torch.nn.functional as F
from torch import nn


class Values(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 8)
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(self.body(x).relu())

    def __call__(self, x):
        return self.forward(x).argmax(dim=1).item()


values = Values()
optimizer = torch.optim.SGD(values.parameters(), lr=0.1)
state = torch.randn(1, 4)
for _ in range(3):
    action = values(state)
    chosen = values.forward(state).gather(1, torch.tensor([[action]])).squeeze(1)
    loss = F.mse_loss(chosen, torch.randn(1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
