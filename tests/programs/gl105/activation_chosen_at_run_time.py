"""Each of the activations that can be chosen saves its output, and the output is changed in place."""

import json

import torch
from torch import nn

ACTIVATIONS = {"tanh": torch.tanh, "sigmoid": torch.sigmoid}
chosen = json.loads('{"activation": "sigmoid"}')["activation"]
layer = nn.Linear(4, 3)
hidden = ACTIVATIONS[chosen](layer(torch.randn(5, 4)))
hidden += 1
hidden.pow(2).mean().backward()  # ! GL105
print(layer.weight.grad.norm().item())
