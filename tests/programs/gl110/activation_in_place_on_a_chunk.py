"""A gated unit applies an activation module with `inplace=True` to a chunk of the projection."""

import torch
from torch import nn


class GatedUnit(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.project = nn.Linear(width, 2 * width)
        self.activation = nn.ReLU(inplace=True)

    def forward(self, x):
        value, gate = self.project(x).chunk(2, dim=-1)
        return value * self.activation(gate)  # ! GL110


model = nn.Sequential(GatedUnit(4), nn.Linear(4, 1))
optimizer = torch.optim.AdamW(model.parameters())
for batch in range(2):
    optimizer.zero_grad()
    model(torch.randn(3, 4)).mean().backward()
    optimizer.step()
