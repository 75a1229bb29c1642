"""The distance of the weights from their start is summed over all steps with its graph, and detached for the report."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
start = [p.detach().clone() for p in net.parameters()]
optimizer = torch.optim.Adam(net.parameters(), lr=0.1)
path = 0
for x in torch.randn(6, 4, 3):
    loss = net(x).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    path += sum((p - before).abs().sum() for p, before in zip(net.parameters(), start))  # ! GL202
print(path.detach().numpy())
