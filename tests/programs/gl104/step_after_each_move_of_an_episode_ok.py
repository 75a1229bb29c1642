"""One step for the whole episode, on the sum over its moves."""

import torch
from torch import nn
from torch.distributions import Categorical

policy = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)


def reinforce(observations, returns):
    choices = Categorical(logits=policy(observations))
    log_probs = choices.log_prob(choices.sample())
    optimizer.zero_grad()
    (-log_probs * returns).sum().backward()
    optimizer.step()


for _ in range(2):
    reinforce(torch.randn(3, 4), torch.randn(3))
