"""The report's sum takes the penalty without its graph."""

import torch
from torch import nn

layers = [nn.Linear(3, 3) for _ in range(2)]
optimizer = torch.optim.SGD([p for layer in layers for p in layer.parameters()], lr=0.05)
batch, reported = torch.randn(6, 3), torch.tensor(0.0)
for epoch in range(5):
    signal, penalty = batch, torch.tensor(0.0)
    for layer in layers:
        signal = torch.tanh(layer(signal))
        penalty = penalty + layer.weight.abs().sum()
    optimizer.zero_grad()
    (signal.pow(2).mean() + 0.01 * penalty).backward()
    optimizer.step()
    reported = reported + penalty.detach()
print(reported.item())
