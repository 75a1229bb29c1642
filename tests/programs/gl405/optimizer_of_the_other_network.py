"""The critic's loss is backpropagated and the actor's optimizer is stepped: a slip of the name."""

import torch
from torch import nn


class Agent:
    def __init__(self):
        self.actor, self.critic = nn.Linear(3, 2), nn.Linear(3, 1)
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters())
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters())

    def learn_value(self, states, returns):
        loss = (self.critic(states) - returns).pow(2).mean()
        self.critic_optimizer.zero_grad()
        loss.backward()
        self.actor_optimizer.step()  # ! GL405


agent = Agent()
for states in torch.randn(3, 5, 3):
    agent.learn_value(states, torch.randn(5, 1))
