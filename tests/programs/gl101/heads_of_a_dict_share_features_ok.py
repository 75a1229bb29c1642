"""A loop over the names of a ModuleDict computes a loss of each head, and one backward pass follows."""

import torch
from torch import nn


class Shared(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 6), nn.Tanh())
        self.heads = nn.ModuleDict(
            {"kind": nn.Linear(6, 2), "size": nn.Sequential(nn.Linear(6, 3), nn.ReLU(), nn.Linear(3, 1)), "pose": nn.Bilinear(6, 6, 2)}
        )

    def forward(self, x):
        z = self.body(x)
        return {name: self.heads[name](z, z) if name == "pose" else self.heads[name](z) for name in self.heads}


model = Shared()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x in torch.randn(2, 4, 3):
    outputs = model(x)
    optimizer.zero_grad()
    loss = sum(outputs[name].pow(2).mean() for name in outputs)
    loss.backward()
    optimizer.step()
