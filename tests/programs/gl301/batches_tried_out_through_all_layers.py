"""A method called test sends batch after batch through all layers: the graph of each pass is built for nothing."""

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 6), nn.Tanh(), nn.Linear(6, 2))

    def forward(self, inputs):
        return self.hidden(inputs)

    def test(self):
        batches = torch.randn(3, 10, 4)
        for batch in batches:
            outputs = self.hidden(batch)  # ! GL301
            print(outputs.shape)


Encoder().test()
