"""Two losses over one pass are kept under keys that the program's settings say, and each is backpropagated."""

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
    losses[keys.size].backward()
    losses[keys.spread].backward()  # ! GL101
