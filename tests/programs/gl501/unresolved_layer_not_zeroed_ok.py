"""The optimizer owns more than can be seen; of what can be seen, it has used each gradient."""

import importlib

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(3, 4)
        self.second = importlib.import_module("torch.nn").Linear(4, 1)

    def forward(self, x):
        return self.second(self.first(x).relu())


model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(3):
    loss = (model(torch.randn(8, 3)) + model.first.weight.sum()).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
