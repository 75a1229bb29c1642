"""An agent is played under no_grad; the function that makes its environment is replaced by a newer one."""

import sys

import torch
from torch import nn


def make_environment():
    return [torch.zeros(3)]


def make_longer_environment(steps):
    return [torch.randn(3) for _ in range(steps)]


vars(sys.modules[__name__])["make_environment"] = make_longer_environment

agent = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 2))
agent.eval()
actions = []
for state in make_environment(steps=5):
    with torch.no_grad():
        actions.append(agent(state).argmax().item())
print(actions)
