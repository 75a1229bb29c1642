"""The actor's loss was taken through the critic before the critic's step, which changed the weights that it saved."""

import torch
import torch.nn.functional as F
from torch import nn


class Agent:
    def __init__(self, state_size, action_size):
        self.actor = nn.Sequential(nn.Linear(state_size, 16), nn.ReLU(), nn.Linear(16, action_size), nn.Tanh())
        self.critic = nn.Sequential(nn.Linear(state_size + action_size, 16), nn.ReLU(), nn.Linear(16, 1))
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-4)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=1e-3)

    def q(self, state, action):
        return self.critic(torch.cat([state, action], dim=-1))

    def update(self, state, action, reward, next_state):
        with torch.no_grad():
            target = reward + 0.99 * self.q(next_state, self.actor(next_state))
        critic_loss = F.mse_loss(self.q(state, action), target)
        actor_loss = -self.q(state, self.actor(state)).mean()
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()
        self.actor_optimizer.zero_grad()
        actor_loss.backward()  # ! GL104
        self.actor_optimizer.step()


agent = Agent(3, 1)
for _ in range(2):
    agent.update(torch.randn(5, 3), torch.rand(5, 1), torch.randn(5, 1), torch.randn(5, 3))
