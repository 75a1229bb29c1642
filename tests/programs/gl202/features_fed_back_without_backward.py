"""The features of each batch are the next batch's inputs: between iterations, unlike between layers, the graph grows without a use."""

import torch
from torch import nn

block = nn.Sequential(nn.Linear(4, 4), nn.Tanh())
seen = torch.zeros(0, 4)
for x in torch.randn(5, 2, 4):
    seen = torch.cat([seen, block(x)])  # ! GL202
print(seen.shape)
