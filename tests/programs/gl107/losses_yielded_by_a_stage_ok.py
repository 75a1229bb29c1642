"""A generator stores its losses in a memory that it shares with the trainer, and yields their values to the code that shows them."""

import sys

import torch
from torch import nn


class Memory:
    def __init__(self):
        self.losses = []


class Trainer:
    def __init__(self):
        self.net = nn.Linear(4, 1)
        self.memory = Memory()

    def stage(self, batches):
        for batch in batches:
            loss = self.net(batch).pow(2).mean()
            self.memory.losses.append(loss)
            yield loss.item()

    def finish(self):
        total = torch.tensor(0.0)
        for loss in self.memory.losses:
            total += loss
        total.backward()
        self.memory.losses = []


trainer = getattr(sys.modules[__name__], sys.argv[0] and "Trainer")()
for batches in torch.randn(2, 3, 2, 4):
    assert all(value > 0 for value in trainer.stage(batches))
    trainer.finish()
