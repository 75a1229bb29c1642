"""The latent is made in the precision that is wanted, and is a leaf."""

import torch
from torch import nn

z = torch.randn(1, 8, dtype=torch.float64, requires_grad=True)
decoder = nn.Linear(8, 4).double()
loss = decoder(z).square().sum()
loss.backward()
print(z.grad.norm() if z.grad is not None else None)
