"""The buffer is never emptied, so the second episode's backward reaches the first episode's log probabilities again."""

from collections import namedtuple

import torch
from torch import nn
from torch.distributions import Categorical

Transition = namedtuple("Transition", ["log_prob", "reward"])
policy = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2), nn.Softmax(dim=-1))
optimizer = torch.optim.Adam(policy.parameters(), lr=0.01)
transitions = []
for episode in range(3):
    for state in torch.randn(5, 4):
        distribution = Categorical(policy(state))
        action = distribution.sample()
        transitions.append(Transition(distribution.log_prob(action), float(action) + 1))
    loss = torch.stack([-step.log_prob * step.reward for step in transitions]).sum()
    optimizer.zero_grad()
    loss.backward()  # ! GL102
    optimizer.step()
