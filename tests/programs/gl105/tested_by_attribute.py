"""An attribute selects the branch that changes the output of sigmoid, which backward needs."""

import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, type):
        super().__init__()
        self.type = type
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        hidden = torch.sigmoid(self.layer(x))
        if self.type == "coverage":
            hidden[0] = 0.0
        return hidden


def train(batch):
    model = Attention("coverage")
    loss = model(batch).sum()
    loss.backward()  # ! GL105


eval("train")(torch.ones(2, 3))
