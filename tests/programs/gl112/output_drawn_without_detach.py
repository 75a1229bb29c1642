"""The output still requires grad after the backward pass."""

import torch
from torch import nn

model = nn.Linear(3, 1)
x, y = torch.randn(8, 3), torch.randn(8, 1)
output = model(x)
nn.functional.mse_loss(output, y).backward()
print(output.cpu().numpy().max())  # ! GL112
