"""The caller of train is unresolved, and modules have a method of that name: its backward shows that grad mode is on."""

import os

import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.net = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.history = {"loss": []}

    def train(self):
        self.net.train()
        for epoch in range(2):
            for batch in range(6):
                self.optimizer.zero_grad()
                loss = self.net(torch.randn(8, 3)).pow(2).mean()
                self.history["loss"].append(loss.item())
                loss.backward()
                self.optimizer.step()


trainer = Trainer()
getattr(trainer, os.environ.get("METHOD", "train"))()
print(len(trainer.history["loss"]))
