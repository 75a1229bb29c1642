"""The last batch of each epoch, counted from one, backpropagates the sum of that epoch."""

import torch
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
loader = torch.utils.data.DataLoader(torch.randn(12, 3), batch_size=2)
epochs = 3
for epoch in range(epochs):
    total = 0
    for step, x in enumerate(loader, 1):
        total = total + net(x).pow(2).mean()
        if step == len(loader):
            optimizer.zero_grad()
            total.backward()
            optimizer.step()
