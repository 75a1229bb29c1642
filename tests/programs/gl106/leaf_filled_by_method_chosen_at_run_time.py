"""The parameter is known to be a leaf; the fill value comes from the configuration, which changes nothing about that."""

import json

import torch
from torch import nn

config = json.loads('{"bias": -2.0}')
gate = nn.Linear(4, 1)
if config.get("bias") is not None:
    gate.bias.fill_(config["bias"])  # ! GL106
print(torch.sigmoid(gate(torch.randn(3, 4))).mean().item())
