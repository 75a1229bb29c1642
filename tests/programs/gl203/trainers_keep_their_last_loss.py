"""The loop stores objects that it makes itself, each with a loss and its graph."""

import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.net, self.last = nn.Linear(3, 1), None

    def step(self):
        self.last = self.net(torch.randn(4, 3)).pow(2).mean()
        self.last.backward()


trainer, done = Trainer(), []
for _ in range(5):
    trainer = Trainer()
    trainer.step()
    done.append(trainer)  # ! GL203
