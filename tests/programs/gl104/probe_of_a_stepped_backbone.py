"""A probe is trained on the hidden state of a network that has stepped since the forward pass, in methods of a trainer."""

import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.body = nn.Sequential(nn.Linear(3, 5), nn.ReLU(), nn.Linear(5, 5))
        self.head = nn.Linear(5, 2)
        self.probe = nn.Linear(5, 1)
        self.main = torch.optim.Adam([*self.body.parameters(), *self.head.parameters()])
        self.side = torch.optim.Adam(self.probe.parameters())

    def update(self, x, y, z):
        hidden = self.body(x)
        loss = nn.functional.cross_entropy(self.head(hidden), y)
        self.main.zero_grad()
        loss.backward(retain_graph=True)
        self.main.step()
        guess = self.probe(hidden)
        self.side.zero_grad()
        nn.functional.mse_loss(guess, z).backward()  # ! GL104
        self.side.step()


trainer = Trainer()
for _ in range(2):
    trainer.update(torch.randn(4, 3), torch.tensor([0, 1, 1, 0]), torch.randn(4, 1))
