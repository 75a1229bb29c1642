"""The target critic is a second instance of the trained critic, and receives actions that require grad."""

import copy

import torch
from torch import nn


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.state = nn.Linear(3, 4)
        self.value = nn.Linear(6, 1)

    def forward(self, state, action):
        return self.value(torch.cat([torch.relu(self.state(state)), action], dim=1))


actor = nn.Linear(3, 2)
critic = Critic()
target = copy.deepcopy(critic)
actor_optimizer = torch.optim.Adam(actor.parameters())
critic_optimizer = torch.optim.Adam(critic.parameters())
for _ in range(3):
    state, after = torch.randn(8, 3), torch.randn(8, 3)
    expected = 0.1 + 0.9 * target(after, actor(after))
    loss = (critic(state, torch.rand(8, 2)) - expected).pow(2).mean()
    critic_optimizer.zero_grad()
    actor_optimizer.zero_grad()
    loss.backward()
    critic_optimizer.step()
    actor_optimizer.step()
