"""An optimisation of a few parameters: what is computed from them stands before the loop, and the loop walks it again and again."""

import torch

angle = torch.zeros(1, requires_grad=True)
points = torch.randn(50, 2)
target = points @ torch.tensor([[0.0, 1.0], [-1.0, 0.0]])
optimizer = torch.optim.SGD([angle], lr=0.1)

rotation = torch.stack([torch.cos(angle), torch.sin(angle), -torch.sin(angle), torch.cos(angle)]).reshape(2, 2)
for step in range(100):
    optimizer.zero_grad()
    error = (points @ rotation - target).pow(2).mean()
    error.backward()
    optimizer.step()
