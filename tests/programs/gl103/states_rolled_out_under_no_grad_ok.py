"""The states that the update starts from were rolled out under no_grad, each from the last."""

import torch
from torch import nn

policy, value = nn.GRUCell(3, 5), nn.Linear(5, 1)
optimizer = torch.optim.Adam([*policy.parameters(), *value.parameters()])
state = torch.zeros(2, 5)
for _ in range(3):
    observations, starts = torch.randn(4, 2, 3), []
    with torch.no_grad():
        for observation in observations:
            starts.append(state)
            state = policy(observation, state)
    loss = sum(value(policy(o, s)).pow(2).mean() for o, s in zip(observations, starts))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
