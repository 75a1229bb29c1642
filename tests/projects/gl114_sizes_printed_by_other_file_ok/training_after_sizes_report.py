"""The report and the optimizer read the same list."""

import torch
from parameter_sizes_report import print_sizes
from torch import nn

network = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1))
parameters = list(network.parameters())
print_sizes(parameters)
optimizer = torch.optim.AdamW(parameters, lr=0.01)

for _ in range(3):
    x, y = torch.randn(8, 3), torch.randn(8, 1)
    optimizer.zero_grad()
    nn.functional.mse_loss(network(x), y).backward()
    optimizer.step()
