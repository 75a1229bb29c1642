"""The critic is reset right after its step, and the generator's loss then fills its gradients, which its next step uses."""

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
        loss = self.critic(fake).mean() - self.critic(real).mean()
        loss.backward()
        self.for_critic.step()
        self.for_critic.zero_grad()
        return loss.item()

    def train_generator(self, count):
        loss = -self.critic(self.generator(torch.randn(count, 2))).mean()
        loss.backward()  # ! GL501
        self.for_generator.step()
        self.for_generator.zero_grad()
        return loss.item()


game = Adversary()
for real in torch.randn(4, 8, 3):
    print(game.train_critic(real), game.train_generator(len(real)))
