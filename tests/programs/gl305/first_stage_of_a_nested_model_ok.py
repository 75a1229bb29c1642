"""The first stage is frozen."""

import torch
from torch import nn


class Stage(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(inputs, outputs), nn.ReLU())

    def forward(self, x):
        return self.layers(x)


class Stages(nn.Module):
    def __init__(self):
        super().__init__()
        self.stages = nn.ModuleDict({"low": Stage(4, 6), "high": Stage(6, 2)})

    def forward(self, x):
        low = self.stages["low"](x)
        return self.stages["high"](low)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = Stages()

    def forward(self, x):
        return self.body(x).sum(dim=1)


model = Model()
model.body.stages["low"].requires_grad_(False)
optimizer = torch.optim.RMSprop(model.body.stages["high"].parameters())
for batch in torch.randn(3, 5, 4):
    optimizer.zero_grad()
    model(batch).pow(2).mean().backward()
    optimizer.step()
