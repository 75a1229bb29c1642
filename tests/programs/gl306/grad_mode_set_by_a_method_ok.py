"""The method enters the mode and leaves it."""

import torch
from torch import nn


class Model:
    def __init__(self):
        self.network = nn.Sequential(nn.Linear(2, 4), nn.Sigmoid(), nn.Linear(4, 1))
        self.optimizer = torch.optim.SGD(self.network.parameters(), lr=0.1)

    def fit(self, batch):
        self.optimizer.zero_grad()
        self.network(batch).square().mean().backward()
        self.optimizer.step()

    def show(self, example):
        with torch.autograd.set_grad_enabled(mode=False):
            print(self.network(example).item())


model = Model()
model.fit(torch.randn(4, 2))
model.show(torch.randn(1, 2))
model.fit(torch.randn(4, 2))
