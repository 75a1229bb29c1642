"""All values but the last are used by the backward of their iteration, the last by the next one: the list never holds more."""

import torch
from torch import nn

critic = nn.Linear(4, 1)
optimizer = torch.optim.RMSprop(critic.parameters(), lr=0.01)
values = [critic(torch.randn(1, 4))]
for _ in range(3):
    for _ in range(5):
        values.append(critic(torch.randn(1, 4)))
    kept = values[:-1]
    values = values[-1:]
    loss = torch.cat(kept).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
