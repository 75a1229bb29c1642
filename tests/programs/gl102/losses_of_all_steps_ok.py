"""Each step has a dict of losses of its own, and backpropagates what is in it once."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
batches = torch.randn(4, 8, 3)
losses = {}
for index, batch in enumerate(iter(batches)):
    optimizer.zero_grad()
    losses = {}
    losses[f"step {index:03d}"] = net(batch).pow(2).mean()
    sum(losses.values()).backward()
    optimizer.step()
