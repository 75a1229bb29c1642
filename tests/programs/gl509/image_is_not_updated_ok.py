"""The optimizer updates the image."""

import torch
from torch import nn

network = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU()).requires_grad_(False)
target = network(torch.rand(1, 3, 8, 8))
image = torch.rand(1, 3, 8, 8, requires_grad=True)
optimizer = torch.optim.Adam([image], lr=0.05)
for step in range(5):
    optimizer.zero_grad(set_to_none=True)
    loss = nn.functional.mse_loss(network(image), target)
    loss.backward()
    optimizer.step()
    print(step, loss.item())
