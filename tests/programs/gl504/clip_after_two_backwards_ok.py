"""Two backwards add up their gradients, which are clipped once, between the second backward and the step."""

import torch
from torch import nn

network = nn.Linear(3, 2)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for batch in torch.randn(3, 4, 3):
    optimizer.zero_grad()
    network(batch).abs().mean().backward()
    network(-batch).pow(2).mean().backward()
    norm = nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimizer.step()
    print(f"{norm.item():.3f}")
