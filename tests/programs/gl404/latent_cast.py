"""The cast makes a second tensor, and the gradient goes to the first, which has no name."""

import torch
from torch import nn

z = torch.randn(1, 8, requires_grad=True).double()
decoder = nn.Linear(8, 4).double()
loss = decoder(z).square().sum()
loss.backward()
print(z.grad.norm() if z.grad is not None else None)  # ! GL404
