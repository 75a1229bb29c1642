"""zero_grad stands between the backward of a report and the training backward: nothing that the step needs is lost."""

import torch
from torch import nn

network = nn.Linear(4, 2)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for batch in torch.randn(3, 5, 4):
    network(batch).abs().sum().backward()
    print(f"sensitivity {network.weight.grad.norm().item():.3f}")
    optimizer.zero_grad()
    network(batch).pow(2).mean().backward()
    optimizer.step()
