"""The module is made and called, and its result taken out of the graph."""

import torch
from torch import nn


class Swish(nn.Module):
    def __init__(self, beta=1.0):
        super().__init__()
        self.beta = beta

    def forward(self, x):
        return x * torch.sigmoid(self.beta * x)


net = nn.Linear(4, 3)
try:
    for x in torch.randn(3, 5, 4):
        hidden = Swish()(net(x)).data
        loss = torch.sum(hidden)
        loss.backward()  # ! GL107
except (TypeError, AttributeError) as error:
    print(error)
