"""Layers are applied in sequence to look at their shapes: each output is the next input, which accumulates nothing."""

import torch
from torch import nn

layers = [nn.Conv2d(1, 4, 3), nn.ReLU(), nn.Conv2d(4, 4, 3), nn.Flatten(), nn.Linear(100, 2)]
picture = torch.rand(1, 1, 9, 9)
for layer in layers:
    picture = layer(picture)
    print(type(layer).__name__, tuple(picture.shape))
