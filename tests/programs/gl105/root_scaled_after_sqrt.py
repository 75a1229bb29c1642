"""sqrt saved its result, and the loss is weighted by multiplying that result in place."""

import torch
from torch import nn

scale = nn.Linear(3, 1)
optimizer = torch.optim.SGD(scale.parameters(), lr=0.01)
for apples, grams in zip(torch.rand(3, 4, 3), torch.rand(3, 4, 1)):
    rmse = (scale(apples) - grams).pow(2).mean().sqrt()
    rmse *= 10
    optimizer.zero_grad()
    rmse.backward()  # ! GL105
    optimizer.step()
