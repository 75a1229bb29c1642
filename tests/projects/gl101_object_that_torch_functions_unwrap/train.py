"""A layer returns its scores in an object with names, and its loss is backpropagated twice."""

import torch
from named import Named
from torch import nn


class Scores(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 2)

    def forward(self, x):
        return Named(self.layer(x), ["cat", "dog"])


def train(model, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(torch.randn(4, 3))["dog"], torch.zeros(4))
        loss.backward()
        loss.backward()  # ! GL101
        optimizer.step()


train(Scores(), 3)
