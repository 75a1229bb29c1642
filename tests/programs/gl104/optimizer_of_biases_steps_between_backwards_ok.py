"""Biases are never saved: an optimizer that owns nothing else may step between two backwards through one graph."""

import torch
from torch import nn

network = nn.Sequential(nn.Linear(4, 8), nn.GELU(), nn.Linear(8, 3))
biases = [parameter for name, parameter in network.named_parameters() if name.endswith("bias")]
for name, parameter in network.named_parameters():
    parameter.requires_grad_(name.endswith("bias"))
optimizer = torch.optim.AdamW(biases, lr=1e-2)
for batch in torch.randn(2, 5, 4):
    answer = network(batch)
    optimizer.zero_grad()
    answer.mean().backward(retain_graph=True)
    optimizer.step()
    optimizer.zero_grad()
    answer.pow(2).mean().backward()
    optimizer.step()
