"""The block also gets gradients from a call without a checkpoint in the same iteration."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

block, head = nn.Linear(3, 3), nn.Linear(3, 1)
optimizer = torch.optim.SGD([*block.parameters(), *head.parameters()], lr=0.1)
for x in torch.randn(3, 4, 3):
    target = checkpoint(block, x, use_reentrant=True)
    loss = (head(block(x)) - head(target)).mean() + block(x).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
