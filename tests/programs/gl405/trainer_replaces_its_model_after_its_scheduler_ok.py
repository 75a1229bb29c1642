"""A trainer's constructor replaces the model before it makes the optimizer and a scheduler of it."""

import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.model = nn.Linear(3, 1)
        self.model = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)
        self.scheduler = torch.optim.lr_scheduler.StepLR(self.optimizer, step_size=1)

    def train(self):
        for batch in range(3):
            loss = self.model(torch.randn(8, 3)).mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.scheduler.step()


Trainer().train()
