"""Each iteration rebuilds the list from its last element and the new loss: two graphs are retained."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
recent = []
for batch in torch.randn(12, 2, 3):
    optimizer.zero_grad()
    loss = net(batch).pow(2).mean()
    loss.backward()
    optimizer.step()
    recent = [*recent[-1:], loss]
print(recent[-1].item())
