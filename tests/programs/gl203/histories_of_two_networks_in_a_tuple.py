"""Each of two networks has a history to which the loop over both appends its loss with its graph."""

import torch
from torch import nn


def member(width):
    net = nn.Sequential(nn.Linear(3, width), nn.Tanh(), nn.Linear(width, 1))
    return net, torch.optim.SGD(net.parameters(), lr=0.1), []


small, large = member(2), member(16)
for batch in torch.randn(5, 8, 3):
    for net, optimizer, history in (small, large):
        optimizer.zero_grad()
        loss = (net(batch) - batch.mean(1, keepdim=True)).square().mean()
        loss.backward()
        optimizer.step()
        history.append(loss)  # ! GL203
print(float(small[2][-1]), float(large[2][-1]))
