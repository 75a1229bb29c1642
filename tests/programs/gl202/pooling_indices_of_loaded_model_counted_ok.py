"""A loaded model returns indices besides features: the use as indices shows that their sum has no graph."""

import io

import torch
import torch.nn.functional as F
from torch import nn

buffer = io.BytesIO()
torch.save(nn.Sequential(nn.Linear(3, 8), nn.MaxPool1d(2, return_indices=True)), buffer)
buffer.seek(0)
net = torch.load(buffer, weights_only=False)
net.train()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
total = 0
for _ in range(5):
    features, places = net(torch.randn(4, 1, 3))
    loss = F.max_unpool1d(features, places, 2).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    total += places.float().mean()
print(total)
