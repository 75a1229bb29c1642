"""detach_ cuts the features themselves, and the head above them is frozen: nothing is left that could learn."""

import torch
from torch import nn


class Readout(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 5), nn.ReLU())
        self.head = nn.Linear(5, 2)
        self.head.requires_grad_(False)

    def forward(self, x):
        features = self.body(x)
        features.detach_()
        return self.head(features)


readout = Readout()
optimizer = torch.optim.SGD(readout.body.parameters(), lr=0.1)
for batch in torch.randn(2, 3, 4):
    optimizer.zero_grad()
    readout(batch).pow(2).mean().backward()  # ! GL107
    optimizer.step()
