"""The value of a baseline is subtracted under `no_grad`, and another term of the loss trains the baseline."""

import torch
from torch import nn

policy, baseline = nn.Linear(3, 2), nn.Linear(3, 1)
optimizer = torch.optim.Adam([*policy.parameters(), *baseline.parameters()])
for batch in range(4):
    x, reward = torch.randn(5, 3), torch.randn(5, 1)
    with torch.no_grad():
        offset = baseline(x).mean()
    loss = policy(x).log_softmax(-1)[:, :1].mul(reward).mean() - offset
    loss = loss + (baseline(x) - reward).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
