"""The caller takes the step without no_grad."""

import torch
from torch import nn


class Learner:
    def __init__(self):
        self.model = nn.Linear(4, 1)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def train_step(self, x, y):
        self.optimizer.zero_grad()
        loss = nn.functional.mse_loss(self.model(x), y)
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def adapt(self, stream):
        total = 0.0
        for x, y in stream:
            total += self.train_step(x, y)
        return total


print(Learner().adapt([(torch.randn(3, 4), torch.randn(3, 1)) for _ in range(3)]))
