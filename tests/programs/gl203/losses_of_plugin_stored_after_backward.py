"""A plug-in loaded by name builds the loss, but backward ran on it before it is stored."""

import importlib
import json

import torch
from torch import nn

plugin = importlib.import_module(json.loads('{"losses": "torch.nn.functional"}')["losses"])
network = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 3))
optimizer = torch.optim.Adam(network.parameters())
history = []
for batch in torch.randn(5, 4, 3):
    loss = plugin.mse_loss(network(batch), batch)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    history.append(loss)  # ! GL203
print(len(history))
