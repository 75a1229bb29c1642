"""A history class stores what is assigned to its items, with the graph of every epoch."""

import torch
from torch import nn


class History:
    def __init__(self):
        self.values = {}

    def __setitem__(self, key, value):
        self.values[key] = value  # ! GL203

    def __getitem__(self, key):
        return self.values[key]

    def __len__(self):
        return len(self.values)


net, history = nn.Linear(3, 1), History()
for epoch in range(5):
    loss = net(torch.randn(4, 3)).pow(2).mean()
    loss.backward()
    history["loss", epoch] = loss
if len(history) > 2:
    print(history["loss", 0])
