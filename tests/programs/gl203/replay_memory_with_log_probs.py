"""The transitions are kept over all episodes with the log probability as the policy's graph gave it."""

from collections import deque, namedtuple

import torch
from torch import nn
from torch.distributions import Categorical

Transition = namedtuple("Transition", ["state", "action", "log_prob", "reward"])
policy = nn.Sequential(nn.Linear(3, 6), nn.ReLU(), nn.Linear(6, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
memory = deque()
for state in torch.randn(6, 3):
    choice = Categorical(logits=policy(state))
    action = choice.sample()
    log_prob, reward = choice.log_prob(action), float(action)
    optimizer.zero_grad()
    (-log_prob * reward).backward()
    optimizer.step()
    memory.append(Transition(state, action, log_prob, reward))  # ! GL203
print(sum(transition.reward for transition in memory))
