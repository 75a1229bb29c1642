"""A method called test sends one random input through layer after layer and prints the sizes: one forward pass."""

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 6), nn.Tanh(), nn.Linear(6, 2))

    def forward(self, inputs):
        return self.hidden(inputs)

    def test(self):
        outputs = torch.randn(10, 4)
        for layer in self.hidden:
            outputs = layer(outputs)
            print(outputs.shape)


Encoder().test()
