"""A model in evaluation mode is called inside another module's forward: its output goes through a library's object into a loss."""

import sys
import types

import torch
from torch import nn

linear_maps = types.ModuleType("linear_maps")
exec(
    """
class Diagonal:
    def __init__(self, values):
        self.values = values
""",
    linear_maps.__dict__,
)
sys.modules["linear_maps"] = linear_maps
from linear_maps import Diagonal


class Noise(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, inputs):
        training = self.model.training
        try:
            self.model.eval()
            variance = self.model(inputs).exp()
        finally:
            self.model.train(training)
        return Diagonal(variance)


def train(noise, epochs):
    for epoch in range(epochs):
        variance = noise(torch.randn(4, 2)).values
        (variance.log() + torch.randn(4, 1) ** 2 / variance).mean().backward()


torch.manual_seed(0)
globals()["train"](globals()["Noise"](nn.Linear(2, 1)), 2)
