"""The gradient of data, which does not require grad, is to be retained."""

import torch
from torch import nn

model = nn.Linear(4, 1)
images = torch.randn(8, 4)
images.retain_grad()  # raises
model(images).sum().backward()
print(images.grad)
