"""A filter and a comprehension select the layers to freeze by a name from the environment."""

import os

import torch
from torch import nn

name = os.environ.get("TRAINED_LAYER", "2")


def net():
    return nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))


model, other = net(), net()
for _, layer in filter(lambda item: item[0] != name, model.named_children()):
    layer.requires_grad_(False)
model(torch.randn(3, 4)).pow(2).mean().backward()

frozen = [layer for key, layer in other.named_children() if name not in key]
for layer in frozen:
    layer.requires_grad_(False)
other(torch.randn(3, 4)).pow(2).mean().backward()
