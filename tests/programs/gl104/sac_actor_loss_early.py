"""The actor's loss is computed before the critic's step, and its backward runs through the critic's old weights."""

import torch
import torch.nn as nn
import torch.nn.functional as F


def mlp(i, o):
    return nn.Sequential(nn.Linear(i, 24), nn.ReLU(), nn.Linear(24, o))


class Agent:
    def __init__(self, obs=3, act=2):
        self.actor = mlp(obs, act)
        self.critic = mlp(obs + act, 1)
        self.opts = {"actor": torch.optim.Adam(self.actor.parameters(), 3e-4), "critic": torch.optim.Adam(self.critic.parameters(), 3e-4)}

    def q(self, s, a):
        return self.critic(torch.cat([s, a], dim=-1))

    def learn(self, s, a, target):
        critic_loss = F.mse_loss(self.q(s, a), target)
        actor_loss = -self.q(s, torch.tanh(self.actor(s))).mean()
        self.opts["critic"].zero_grad()
        critic_loss.backward()
        self.opts["critic"].step()
        self.opts["actor"].zero_grad()
        actor_loss.backward()  # ! GL104
        self.opts["actor"].step()


agent = Agent()
for _ in range(3):
    agent.learn(torch.randn(5, 3), torch.rand(5, 2), torch.randn(5, 1))
