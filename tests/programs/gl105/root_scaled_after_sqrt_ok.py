"""The product is a new tensor."""

import torch
from torch import nn

scale = nn.Linear(3, 1)
optimizer = torch.optim.SGD(scale.parameters(), lr=0.01)
for apples, grams in zip(torch.rand(3, 4, 3), torch.rand(3, 4, 1)):
    rmse = (scale(apples) - grams).pow(2).mean().sqrt()
    rmse = rmse * 10
    optimizer.zero_grad()
    rmse.backward()
    optimizer.step()
