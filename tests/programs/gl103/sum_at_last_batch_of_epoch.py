"""The last batch of each epoch backpropagates a sum that is begun once, before the epochs."""

import torch
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
loader = torch.utils.data.DataLoader(torch.randn(12, 3), batch_size=2)
total = 0
for epoch in range(3):
    optimizer.zero_grad()
    for step, x in enumerate(loader, 1):
        total = total + net(x).pow(2).mean()
        if step == len(loader):
            optimizer.zero_grad()
            total.backward()  # ! GL103
            optimizer.step()
