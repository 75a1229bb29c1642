"""A parameter of the model is assigned again, with another initial value."""

import torch
from torch import nn


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 1)
        self.scale = nn.Parameter(torch.ones(1))

    def forward(self, x):
        return self.scale * self.linear(x)


model = Scaled()
optimizer = torch.optim.Adam(model.parameters())
model.scale = nn.Parameter(torch.full((1,), 0.5))  # ! GL407
for step in range(4):
    loss = model(torch.randn(8, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
