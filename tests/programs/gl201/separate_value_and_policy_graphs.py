"""The advantage is detached and the networks are two: no later backward can reach what the value's backward retains."""

import torch
from torch import nn
from torch.distributions import Categorical


class ActorCritic:
    def __init__(self):
        self.actor = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 3))
        self.critic = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
        self.optimizers = [torch.optim.Adam(part.parameters()) for part in (self.actor, self.critic)]

    def learn(self, states, returns):
        values = self.critic(states).squeeze(1)
        choices = Categorical(logits=self.actor(states))
        advantages = (returns - values).detach()
        policy_loss = -(choices.log_prob(choices.sample()) * advantages).mean()
        value_loss = nn.functional.smooth_l1_loss(values, returns)
        for optimizer in self.optimizers:
            optimizer.zero_grad()
        value_loss.backward(retain_graph=True)  # ! GL201
        policy_loss.backward()
        for optimizer in self.optimizers:
            optimizer.step()


agent = ActorCritic()
for _ in range(2):
    agent.learn(torch.randn(6, 4), torch.randn(6))
