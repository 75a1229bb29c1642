"""In each step a random half of the layers receives the features of the step: the layers are few, and each replaces what it held."""

import torch
from torch import nn


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 3)
        self.style = None

    def forward(self, x):
        return self.linear(x) if self.style is None else self.linear(x) * self.style.detach()


layers = nn.ModuleList(Layer() for _ in range(4))
mapping = nn.Linear(2, 3)
optimizer = torch.optim.SGD([*layers.parameters(), *mapping.parameters()], lr=0.1)
for step in range(8):
    style = mapping(torch.randn(1, 2)).tanh()
    for number, layer in enumerate(layers):
        if step == 0 or number % 2:
            layer.style = style * number
    x = torch.randn(4, 3)
    for layer in layers:
        x = layer(x)
    loss = x.pow(2).mean() + style.mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
