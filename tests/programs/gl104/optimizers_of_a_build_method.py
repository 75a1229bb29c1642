"""A trainer that `build` fills steps the critic between the losses and the actor's backward pass, which needs the old weights."""

import torch
from torch import nn


class Trainer:
    def __init__(self, size):
        self.size = size
        self.actor = self.critic = None
        self.optimizer_a = self.optimizer_c = None

    def build(self, rate):
        self.actor = nn.Linear(self.size, self.size)
        self.critic = nn.Sequential(nn.Linear(self.size, 8), nn.Tanh(), nn.Linear(8, 1))
        self.optimizer_a = torch.optim.SGD(self.actor.parameters(), lr=rate)
        self.optimizer_c = torch.optim.SGD(self.critic.parameters(), lr=rate)

    def update(self, states, returns):
        actor_loss = -self.critic(self.actor(states)).mean()
        critic_loss = (self.critic(states).squeeze(-1) - returns).pow(2).mean()
        self.optimizer_c.zero_grad()
        critic_loss.backward()
        self.optimizer_c.step()
        self.optimizer_a.zero_grad()
        actor_loss.backward()  # ! GL104
        self.optimizer_a.step()


trainer = eval("Trainer")(3)
trainer.build(0.1)
for _ in range(3):
    trainer.update(torch.randn(5, 3), torch.randn(5))
