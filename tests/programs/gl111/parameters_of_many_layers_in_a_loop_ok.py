"""All twelve layers are called, more than a loop is followed."""

import torch
from torch import nn


class Deep(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(depth)])

    def forward(self, x):
        for layer in self.layers:
            x = torch.tanh(layer(x))
        return x


model = Deep(12)
loss = model(torch.randn(6, 4)).pow(2).mean()
gradients = torch.autograd.grad(loss, list(model.parameters()))
print(len(gradients))
