"""The images need a gradient and are squashed before the loop: each backward pass uses what that saved."""

import torch
from torch import nn

images = torch.rand(4, 3, requires_grad=True)
prepared = torch.sigmoid(images)
model = nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(4):
    optimizer.zero_grad()
    loss = model(prepared).pow(2).mean()
    loss.backward(retain_graph=True)
    optimizer.step()
print(images.grad.norm())
