"""Hooks made by a factory file the outputs of unresolved layers under their names, and the loss is made of those."""

import json

import torch
from torch import nn

network = eval(json.loads('{"network": "nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))"}')["network"])
activations = {}


def get_activation(name):
    def hook(module, inputs, output):
        activations[name] = output

    return hook


activations["first"] = torch.zeros(1)
network[0].register_forward_hook(get_activation("first"))
for batch in torch.randn(3, 5, 3):
    network(batch)
    activations["first"].norm().backward()
