"""The list is for the order; `add_module` registers each layer."""

import torch
from torch import nn


class Mlp(nn.Module):
    def __init__(self):
        super().__init__()
        self.order = []
        for index in range(3):
            layer = nn.Linear(4, 4)
            self.add_module(f"layer{index}", layer)
            self.order.append(layer)
        self.out = nn.Linear(4, 1)

    def forward(self, x):
        for layer in self.order:
            x = layer(x).relu()
        return self.out(x)


model = Mlp()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(4):
    loss = model(torch.randn(8, 4)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
