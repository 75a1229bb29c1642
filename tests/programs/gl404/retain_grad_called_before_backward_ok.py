"""A tensor that is not a leaf has a gradient after retain_grad()."""

import torch
from torch import nn

layers = nn.ModuleList([nn.Linear(3, 3) for _ in range(3)])
signal, kept = torch.randn(2, 3), []
for layer in layers:
    signal = torch.tanh(layer(signal))
    signal.retain_grad()
    kept.append(signal)
signal.pow(2).sum().backward()
print([activation.grad.norm().item() for activation in kept])
