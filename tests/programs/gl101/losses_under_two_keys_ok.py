"""Two losses over one pass are stored under keys from the settings, and each is backpropagated: the graph is retained for the second."""

import json
from types import SimpleNamespace

import torch
from torch import nn

keys = SimpleNamespace(**json.loads('{"size": "s", "spread": "v"}'))
net = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
losses = {}
for _ in range(2):
    outputs = net(torch.randn(4, 3))
    losses[keys.size] = outputs.pow(2).mean()
    losses[keys.spread] = outputs.var()
    losses[keys.size].backward(retain_graph=True)
    losses[keys.spread].backward()
