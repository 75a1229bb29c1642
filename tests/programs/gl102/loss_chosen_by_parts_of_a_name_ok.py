"""One of the branches is taken in every iteration, since the name is the same; a test of a part of it has one result."""

import torch
from torch import nn


class Adversarial(nn.Module):
    def __init__(self, critic, kind):
        super().__init__()
        self.kind = kind
        self.rate = 0.01 if kind == "WGAN_GP" else 0.1
        self.critic = critic
        self.optimizer = torch.optim.SGD(critic.parameters(), lr=self.rate)

    def forward(self, fake, real):
        for _ in range(2):
            self.optimizer.zero_grad()
            scores = self.critic(real) - self.critic(fake.detach())
            if self.kind == "GAN":
                loss = scores.sigmoid().mean()
            elif self.kind.find("WGAN") >= 0:
                loss = scores.mean()
                if self.kind.find("GP") >= 0:
                    loss = loss + scores.square().mean()
            elif self.kind.lower() == "rgan":
                loss = scores.exp().mean()
            loss.backward()
            self.optimizer.step()
        return -self.critic(fake).mean()


Adversarial(nn.Linear(3, 1), "WGAN_GP")(torch.randn(4, 3), torch.randn(4, 3))
