"""An attribute that was None gets its module after the optimizer was constructed."""

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Linear(3, 4)
        self.mix = None

    def forward(self, x):
        x = self.embed(x)
        return x if self.mix is None else x + self.mix(x)


model = Encoder()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model.mix = nn.Sequential(nn.LayerNorm(4), nn.Linear(4, 4))  # ! GL407
for step in range(4):
    loss = model(torch.randn(8, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
