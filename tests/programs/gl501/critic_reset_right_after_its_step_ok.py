"""The critic is reset before its own backward, so that the gradients of the generator's loss are dropped."""

import torch
from torch import nn


class Adversary:
    def __init__(self):
        self.generator = nn.Linear(2, 3)
        self.critic = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
        self.for_generator = torch.optim.Adam(self.generator.parameters())
        self.for_critic = torch.optim.Adam(self.critic.parameters())

    def train_critic(self, real):
        with torch.no_grad():
            fake = self.generator(torch.randn(len(real), 2))
        self.for_critic.zero_grad()
        loss = self.critic(fake).mean() - self.critic(real).mean()
        loss.backward()
        self.for_critic.step()
        return loss.item()

    def train_generator(self, count):
        loss = -self.critic(self.generator(torch.randn(count, 2))).mean()
        loss.backward()
        self.for_generator.step()
        self.for_generator.zero_grad()
        return loss.item()


game = Adversary()
for real in torch.randn(4, 8, 3):
    print(game.train_critic(real), game.train_generator(len(real)))
