"""The model that the configuration names is unresolved, but backward runs twice on one loss, which has a graph."""

import json

import torch
from torch import nn

MODELS = {"wide": lambda: nn.Linear(4, 8), "deep": lambda: nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 8))}
config = json.loads('{"model": "deep", "rate": 0.1}')
model = MODELS[config["model"]]()
optimizer = torch.optim.SGD(model.parameters(), lr=config["rate"])
loss = model(torch.randn(5, 4)).pow(2).mean()
optimizer.zero_grad()
loss.backward()
loss.backward()  # ! GL101
optimizer.step()
