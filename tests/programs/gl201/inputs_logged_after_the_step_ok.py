"""The same with a plain backward: no graph is retained."""

import importlib

import torch
from torch import nn

logger = getattr(importlib.import_module("collections"), "Counter")()


class Trainer:
    def __init__(self, width):
        self.net = nn.Sequential(nn.Linear(3, width), nn.Tanh(), nn.Linear(width, 1))
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.batch = None

    def feed(self, batch):
        self.batch = batch

    def step(self):
        self.optimizer.zero_grad()
        loss = self.net(self.batch).pow(2).mean()
        loss.backward()
        self.optimizer.step()
        logger.update(str(self.batch.shape))
        logger.subtract([self.batch])


trainer = Trainer(4)
for _ in range(4):
    trainer.feed(torch.randn(2, 3))
    trainer.step()
