"""The report in another file has read the iterator to its end, so the optimizer gets nothing."""

import torch
from parameter_sizes_report import print_sizes
from torch import nn

network = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1))
parameters = network.parameters()
print_sizes(parameters)
optimizer = torch.optim.AdamW(parameters, lr=0.01)  # ! GL114

for _ in range(3):
    x, y = torch.randn(8, 3), torch.randn(8, 1)
    optimizer.zero_grad()
    nn.functional.mse_loss(network(x), y).backward()
    optimizer.step()
