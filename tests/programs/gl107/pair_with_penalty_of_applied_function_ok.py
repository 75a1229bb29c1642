"""The second output is a sum that a function adds to for each layer of a part: it has a graph."""

import torch
from torch import nn


class Regression(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 1))
        self.scale = nn.Parameter(torch.ones(()))
        self.penalty = torch.zeros(())

    def forward(self, x):
        self.penalty = torch.zeros(())

        def add(part):
            for weight in part.parameters(recurse=False):
                self.penalty = self.penalty + weight.abs().sum()

        self.layers.apply(add)
        return self.layers(x) * self.scale, self.penalty


def train(model, optimizer):
    for _ in range(5):
        optimizer.zero_grad()
        _, penalty = model(torch.randn(8, 4))
        (penalty / 10).backward()
        optimizer.step()


model = Regression()
train(model, torch.optim.SGD(model.parameters(), lr=0.01))
print(model.layers[0].weight.grad.shape)
