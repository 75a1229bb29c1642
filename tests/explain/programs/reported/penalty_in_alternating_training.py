"""The critic is frozen for the steps of the generator, which has nothing to do with the samples of the penalty."""
import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.critic, self.generator = nn.Linear(3, 1), nn.Linear(2, 3)
        self.optimizer = torch.optim.SGD(self.critic.parameters(), lr=0.1)

    def penalty(self, real, fake):
        mixed = 0.5 * real + 0.5 * fake  # <- leaf
        scores = self.critic(mixed)
        (gradient,) = torch.autograd.grad(scores.sum(), mixed, create_graph=True)  # <- raised
        return (gradient.norm(2, 1) - 1).pow(2).mean()

    def train_critic(self, real):
        with torch.no_grad():
            fake = self.generator(torch.randn(4, 2))
        self.optimizer.zero_grad()
        (self.penalty(real, fake) + self.critic(fake).mean() - self.critic(real).mean()).backward()
        self.optimizer.step()

    def train_generator(self):
        for p in self.critic.parameters():
            p.requires_grad_(False)
        (-self.critic(self.generator(torch.randn(4, 2)))).mean().backward()
        for p in self.critic.parameters():
            p.requires_grad_(True)


trainer = Trainer()
for _ in range(3):
    trainer.train_critic(torch.randn(4, 3))
    trainer.train_generator()
