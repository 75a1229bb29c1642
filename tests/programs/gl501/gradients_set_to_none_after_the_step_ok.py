"""Each parameter's gradient is set to None by hand once the step has used it."""

import torch
from torch import nn

network = nn.Sequential(nn.Linear(4, 3), nn.Tanh(), nn.Linear(3, 1))
optimizer = torch.optim.Adam(network.parameters())
for batch in torch.randn(4, 5, 4):
    network(batch).abs().mean().backward()
    optimizer.step()
    for parameter in network.parameters():
        parameter.grad = None
