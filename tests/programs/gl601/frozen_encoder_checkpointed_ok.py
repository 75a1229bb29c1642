"""The encoder is frozen: it has no gradients to lose."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

encoder, head = nn.Sequential(nn.Linear(3, 8), nn.ReLU()), nn.Linear(8, 1)
encoder.requires_grad_(False)
optimizer = torch.optim.SGD([*encoder.parameters(), *head.parameters()], lr=0.1)
for x in torch.randn(3, 4, 3):
    loss = head(checkpoint(encoder, x, use_reentrant=True)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
