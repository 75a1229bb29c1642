"""The constructor scales a fresh layer's weight in place, with grad mode on: a leaf that requires grad refuses."""

import torch
from torch import nn


class Calm(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.linear = nn.Linear(inputs, outputs)
        self.linear.weight.mul_(0.1)  # ! GL106

    def forward(self, x):
        return torch.tanh(self.linear(x))


network = nn.Sequential(Calm(4, 3), Calm(3, 1))
print(network(torch.randn(2, 4)).shape)
