"""The hook collects values."""

import torch
from torch import nn

activations = []


def collect(module, inputs, output):
    activations.append(output.detach())


network = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 2))
handle = network[1].register_forward_hook(collect)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for batch in torch.randn(5, 3, 4):
    optimizer.zero_grad()
    network(batch).pow(2).mean().backward()
    optimizer.step()
handle.remove()
print(torch.stack(activations).gt(0).float().mean().item())
