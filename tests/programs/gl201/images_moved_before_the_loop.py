"""The images need a gradient and are only moved before the loop: their conversion saves no tensor."""

import torch
from torch import nn

images = torch.rand(4, 3, requires_grad=True)
prepared = images.float().reshape(4, 3)
model = nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(4):
    optimizer.zero_grad()
    loss = model(prepared).pow(2).mean()
    loss.backward(retain_graph=True)  # ! GL201
    optimizer.step()
print(images.grad.norm())
