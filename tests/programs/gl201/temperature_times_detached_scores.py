"""The temperature of an unresolved caller scales scores without a graph in both losses: the second backward reaches no retained graph."""

import torch
from torch import nn


class Agent:
    def __init__(self, temperature, gamma):
        self.temperature = temperature
        self.gamma = gamma
        self.policy, self.value, self.critic = nn.Linear(3, 1), nn.Linear(3, 1), nn.Linear(3, 1)
        self.value_optimizer = torch.optim.SGD(self.value.parameters(), lr=0.1)
        self.critic_optimizer = torch.optim.SGD(self.critic.parameters(), lr=0.1)

    def update(self, size):
        states = torch.randn(size, 3)
        with torch.no_grad():
            scores = self.policy(states)
        value_loss = (self.value(states) + self.temperature * scores).pow(2).mean()
        self.value_optimizer.zero_grad()
        value_loss.backward(retain_graph=True)  # ! GL201
        self.value_optimizer.step()

        critic_loss = (self.critic(states) - self.gamma + self.temperature * scores).pow(2).mean()
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()


agent = eval("Agent")(0.5, 0.9)
for _ in range(3):
    agent.update(4)
