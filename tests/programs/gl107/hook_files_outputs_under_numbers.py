"""Hooks made by a factory file the outputs of unresolved layers under their numbers, without their graphs."""

import json

import torch
from torch import nn

network = eval(json.loads('{"network": "nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))"}')["network"])
activations = {}


def get_activation(number):
    def hook(module, inputs, output):
        activations[number] = output.detach()

    return hook


activations[0] = torch.zeros(1)
network[0].register_forward_hook(get_activation(0))
for batch in torch.randn(3, 5, 3):
    network(batch)
    activations[0].norm().backward()  # ! GL107
