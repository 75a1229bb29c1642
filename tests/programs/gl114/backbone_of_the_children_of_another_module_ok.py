"""The children of a module of PyTorch are as many as its class creates."""

import torch
from torch import nn

layer = nn.TransformerEncoderLayer(4, 2, 8, batch_first=True)
trunk = nn.Sequential(*list(layer.children())[1:3])
optimizer = torch.optim.SGD(trunk.parameters(), lr=0.1)

for _ in range(3):
    optimizer.zero_grad()
    trunk(torch.randn(2, 4)).pow(2).mean().backward()
    optimizer.step()
