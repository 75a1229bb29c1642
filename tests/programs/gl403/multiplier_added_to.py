"""The multiplier of a constraint is moved along its gradient and bound to the sum, which is not a leaf any more."""

import torch
from torch import nn


def to_leaf(value):
    return value.clone().requires_grad_()


class Trainer:
    def __init__(self):
        self.critic = nn.Linear(3, 1)
        self.optimizer = torch.optim.Adam(self.critic.parameters())
        self.multiplier = to_leaf(torch.zeros(1))

    def train(self):
        self.optimizer.zero_grad()
        score = self.critic(torch.randn(8, 3))
        loss = -score.mean() + (self.multiplier * (1 - score.pow(2).mean())).sum()
        loss.backward()
        self.multiplier = self.multiplier + 0.1 * self.multiplier.grad  # ! GL403
        self.optimizer.step()


trainer = Trainer()
for _ in range(3):
    trainer.train()
