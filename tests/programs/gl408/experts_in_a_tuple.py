"""The experts are a tuple; the gate is trained, the experts never are."""

import torch
from torch import nn


class Mixture(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate = nn.Linear(4, 2)
        self.experts = (nn.Linear(4, 1), nn.Linear(4, 1))  # ! GL408

    def forward(self, x):
        weights = self.gate(x).softmax(-1)
        results = torch.cat([expert(x) for expert in self.experts], -1)
        return (weights * results).sum(-1)


model = Mixture()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
for step in range(4):
    loss = model(torch.randn(8, 4)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
