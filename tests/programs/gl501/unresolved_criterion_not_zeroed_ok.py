"""The criterion is unresolved; its backward works, so that the loss depends on the model, the only thing with a graph."""

import importlib

import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
criterion = importlib.import_module("torch.nn").MSELoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(3):
    loss = criterion(model(torch.randn(8, 3)), torch.randn(8, 1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
