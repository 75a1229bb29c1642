"""The gradients for the report are taken with the graph retained, and the update then backpropagates through it."""

import torch
from torch import nn

network = nn.Sequential(nn.Linear(3, 5), nn.Softplus(), nn.Linear(5, 1))
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for batch in torch.randn(3, 4, 3):
    loss = network(batch).pow(2).mean()
    first = torch.autograd.grad(loss, network[0].weight, retain_graph=True)[0]
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"{first.norm():.3f}")
