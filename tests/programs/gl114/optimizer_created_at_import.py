"""The layers are in a plain list, and the code of the module only creates the optimizer."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(3, 4), nn.Linear(4, 1)]

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


model = Model()
optimizer = torch.optim.SGD(params=model.parameters(), lr=0.1)  # ! GL114
