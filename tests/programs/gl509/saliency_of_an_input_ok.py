"""The gradient of the input is wanted; the parameters only collect a by-product, which is reset."""

import torch
from torch import nn

model = nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for image in torch.randn(4, 1, 3):
    image.requires_grad_(True)
    optimizer.zero_grad()
    model(image).max().backward()
    print(image.grad.abs().tolist())
