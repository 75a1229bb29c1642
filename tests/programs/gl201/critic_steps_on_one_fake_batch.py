"""The trainer passes one fake batch to several critic steps, whose penalty detaches it: each critic step has its own graph."""

import sys

import torch
from torch import nn


class Trainer:
    def __init__(self, critic, generator):
        self.critic, self.generator = critic, generator
        self.optimizer = torch.optim.Adam(critic.parameters())
        self.generator_optimizer = torch.optim.Adam(generator.parameters())

    def critic_step(self, real, fake):
        self.critic.zero_grad()
        scores = self.critic(real).mean() - self.critic(fake.detach()).mean()
        share = torch.rand(real.size(0), 1)
        mixed = (share * real + (1 - share) * fake.detach()).requires_grad_()
        gradients = torch.autograd.grad(self.critic(mixed).sum(), mixed, create_graph=True)[0]
        loss = (gradients.norm(2, dim=1) - 1).pow(2).mean() - scores
        loss.backward(retain_graph=True)  # ! GL201
        self.optimizer.step()
        return loss.item()

    def train(self, batches):
        for real in batches:
            fake = self.generator(torch.randn(real.size(0), 2))  # ! GL304
            for _ in range(3):
                print(self.critic_step(real, fake))
            self.generator_optimizer.zero_grad()
            loss = -self.critic(self.generator(torch.randn(real.size(0), 2))).mean()
            loss.backward()
            self.generator_optimizer.step()


if __name__ == "__main__":
    critic = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
    generator = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 3))
    globals()[(sys.argv[1:] or ["Trainer"])[0]](critic, generator).train([torch.randn(4, 3) for _ in range(4)])
