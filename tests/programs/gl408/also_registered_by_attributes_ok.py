"""The list refers to layers that are attributes, too."""

import torch
from torch import nn


class Unet(nn.Module):
    def __init__(self):
        super().__init__()
        self.down, self.up = nn.Linear(4, 2), nn.Linear(2, 4)
        self.stages = [self.down, self.up]

    def forward(self, x):
        for stage in self.stages:
            x = stage(x).relu()
        return x


model = Unet()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(4):
    loss = model(torch.randn(8, 4)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
