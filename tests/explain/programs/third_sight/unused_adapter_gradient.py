"""Gradients are requested for an adapter that the forward pass skips."""
import torch
from torch import nn


class Adapted(nn.Module):
    def __init__(self, use_adapter):
        super().__init__()
        self.base, self.adapter = nn.Linear(4, 4), nn.Linear(4, 4)
        self.use_adapter = use_adapter

    def forward(self, x):
        y = self.base(x)
        return y + self.adapter(x) if self.use_adapter else y


model = Adapted(use_adapter=False)
loss = model(torch.randn(2, 4)).sum()
grads = torch.autograd.grad(loss, list(model.parameters()))  # <- raised
