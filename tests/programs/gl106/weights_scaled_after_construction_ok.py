"""The scaling goes on without grad mode."""

import torch
from torch import nn


class Calm(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.linear = nn.Linear(inputs, outputs)
        with torch.no_grad():
            self.linear.weight.mul_(0.1)

    def forward(self, x):
        return torch.tanh(self.linear(x))


network = nn.Sequential(Calm(4, 3), Calm(3, 1))
print(network(torch.randn(2, 4)).shape)
