"""The network grows by one layer after some steps, and the new layer is never trained."""

import torch
from torch import nn


class Growing(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(3, 3)])
        self.out = nn.Linear(3, 1)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x).tanh()
        return self.out(x)


model = Growing()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(6):
    if step == 1:
        layer = nn.Linear(3, 3)  # ! GL407
        model.layers.append(layer)
    loss = model(torch.randn(8, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
