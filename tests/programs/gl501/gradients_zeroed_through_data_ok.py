"""Gradients are set to zero through `.data` and through a detached alias: both share the gradient's values."""

import torch
from torch import nn

layer, scale = nn.Linear(3, 2), torch.ones(2, requires_grad=True)
for inputs in torch.rand(4, 6, 3):
    loss = (layer(inputs) * scale).square().mean()
    loss.backward()
    with torch.no_grad():
        for weight in layer.parameters():
            weight -= 0.1 * weight.grad
            weight.grad.data.zero_()
        scale -= 0.1 * scale.grad
        scale.grad.detach().zero_()
