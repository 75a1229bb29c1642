"""The optimizer receives the parameters of the list in a group of their own."""

import torch
from torch import nn


class Mlp(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(4, 4), nn.Linear(4, 4)]
        self.out = nn.Linear(4, 1)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x).relu()
        return self.out(x)


model = Mlp()
groups = [{"params": model.parameters()}, *({"params": layer.parameters(), "lr": 0.01} for layer in model.layers)]
optimizer = torch.optim.SGD(groups, lr=0.1)
for step in range(4):
    loss = model(torch.randn(8, 4)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
