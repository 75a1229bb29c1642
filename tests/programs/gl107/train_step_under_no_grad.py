"""The training step is called under no_grad by its caller, and its loss has no graph."""

import torch
from torch import nn


class Learner:
    def __init__(self):
        self.model = nn.Linear(4, 1)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def train_step(self, x, y):
        self.optimizer.zero_grad()
        loss = nn.functional.mse_loss(self.model(x), y)
        loss.backward()  # ! GL107
        self.optimizer.step()
        return loss.item()

    def adapt(self, stream):
        total = 0.0
        for x, y in stream:
            with torch.no_grad():
                total += self.train_step(x, y)
        return total


print(Learner().adapt([(torch.randn(3, 4), torch.randn(3, 1)) for _ in range(3)]))
