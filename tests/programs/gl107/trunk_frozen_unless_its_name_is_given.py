"""A method of a trainer, called from its constructor, freezes all parameters."""

import sys

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(4, 8), nn.Tanh())
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(self.trunk(x))


class Trainer:
    def __init__(self, model, trained):
        self.model, self.trained = model, trained
        self.freeze()
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def is_trained(self, name):
        return any(name.startswith(prefix) for prefix in self.trained)

    def freeze(self):
        for name, p in self.model.named_parameters():
            if name:
                p.requires_grad = False

    def step(self, x):
        loss = self.model(x).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()  # ! GL107
        self.optimizer.step()


trainer = Trainer(Net(), sys.argv[1:] or ["head"])
trainer.step(torch.randn(3, 4))
