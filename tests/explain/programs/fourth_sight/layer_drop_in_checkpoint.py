"""A checkpointed block skips its layer by Python's own random numbers."""
import random

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Block(nn.Module):
    def __init__(self, width, keep):
        super().__init__()
        self.keep, self.mix = keep, nn.Linear(width, width)

    def forward(self, x):
        if random.random() > self.keep:
            return x * 1.0
        return x + torch.tanh(self.mix(x))


class Tower(nn.Module):
    def __init__(self, depth=12):
        super().__init__()
        self.blocks = nn.ModuleList(Block(6, 0.5) for _ in range(depth))

    def forward(self, x):
        for block in self.blocks:
            x = checkpoint(block, x, use_reentrant=False)  # <- other
        return x


random.seed(1)
tower = Tower()
tower(torch.randn(2, 6, requires_grad=True)).square().mean().backward()  # <- raised
