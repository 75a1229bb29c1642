"""Recurrent layers are not compiled: they split the graph into single layers, which save their inputs only."""

import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.one = nn.Linear(4, 6)
        self.first = nn.LSTM(6, 6, batch_first=True)
        self.two = nn.Linear(6, 6)
        self.second = nn.LSTM(6, 6, batch_first=True)
        self.three = nn.Linear(6, 2)

    def forward(self, x):
        x = self.two(self.first(self.one(x))[0])
        return self.three(self.second(x)[0])


model = torch.compile(Tagger(), backend="aot_eager")
x = torch.randn(3, 5, 4)
model(x).mean().backward()
output = model(x)
output.mean().backward(retain_graph=True)
output.pow(2).mean().backward()
