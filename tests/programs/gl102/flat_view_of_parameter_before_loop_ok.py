"""A view of a parameter saves nothing: it is taken once, and every iteration builds its own product on it."""

import torch

table = torch.randn(3, 4, requires_grad=True)
flat = table.view(-1)
for readings in torch.rand(3, 12):
    (flat * readings).sum().backward()
print(table.grad.shape)
