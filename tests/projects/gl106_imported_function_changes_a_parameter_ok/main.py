"""The weights that the other file changes in place are leaves that require grad."""
import torch
from torch import nn

from bounds import bound

critic = nn.Linear(3, 1)
optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    critic(torch.randn(4, 3)).mean().backward()
    optimizer.step()
    for p in critic.parameters():
        bound(p, 0.01)
