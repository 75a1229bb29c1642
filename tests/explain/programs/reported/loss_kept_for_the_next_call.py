"""A part of the loss is kept for the next call, whose backward pass needs its freed graph."""
import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.pending = None

    def step(self, batch):
        loss = self.net(batch).square().mean()  # <- built
        total = loss if self.pending is None else loss + self.pending
        self.optimizer.zero_grad()
        total.backward()  # <- raised, freed
        self.optimizer.step()
        self.pending = 0.1 * loss  # <- other


trainer = Trainer()
for _ in range(3):
    trainer.step(torch.randn(4, 3))
