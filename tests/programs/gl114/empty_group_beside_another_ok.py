"""PyTorch accepts an empty group."""

import torch
from torch import nn

model = nn.Linear(3, 1)
frozen = [parameter for parameter in model.parameters() if not parameter.requires_grad]
optimizer = torch.optim.SGD([{"params": frozen}, {"params": model.parameters()}], lr=0.1)

x, y = torch.randn(8, 3), torch.randn(8, 1)
for _ in range(3):
    optimizer.zero_grad()
    nn.functional.mse_loss(model(x), y).backward()
    optimizer.step()
