"""The larger of zero and of what a loaded module computes: the second operand is a tensor with a graph, and no dimension."""

import io

import torch
from torch import nn

buffer = io.BytesIO()
torch.save(nn.Linear(3, 1), buffer)
buffer.seek(0)
net = torch.load(buffer, weights_only=False)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(4):
    margin = 1 - net(torch.randn(1, 3))[0]
    loss = torch.max(torch.zeros(1), margin)[0]
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
for _ in range(4):
    loss = torch.max(torch.zeros(1), 1 - net(torch.randn(1, 3))[0])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
