"""Each hooked layer adds a penalty to a list, but the forward pass runs with grad mode off."""

import json

import torch
from torch import nn

network = eval(json.loads('{"network": "nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))"}')["network"])
penalties = []


def hook(module, inputs, output):
    penalties.append(output.pow(2).mean())


for module in network.modules():
    if isinstance(module, nn.Linear):
        module.register_forward_hook(hook)
for batch in torch.randn(3, 5, 3):
    penalties.clear()
    with torch.no_grad():
        network(batch)
    total = torch.zeros(())
    for penalty in penalties:
        total = total + penalty
    total.backward()  # ! GL107
