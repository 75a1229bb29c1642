"""The hook records the output of a layer that the score depends on."""

import torch
from torch import nn


class Activations:
    def __init__(self, layer):
        self.output = None
        layer.register_forward_hook(self.record)

    def record(self, module, inputs, output):
        self.output = output


model = nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU(), nn.Flatten(), nn.Linear(8, 3))
activations = Activations(model[0])
score = model(torch.randn(1, 1, 4, 4))[0].max()
(gradient,) = torch.autograd.grad(score, activations.output)
print((gradient.mean(dim=(2, 3), keepdim=True) * activations.output).sum(1))
