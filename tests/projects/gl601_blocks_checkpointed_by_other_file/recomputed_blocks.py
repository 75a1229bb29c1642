"""The blocks of a network, checkpointed one after the other; the first one receives the data."""

from torch import nn
from torch.utils.checkpoint import checkpoint


class RecomputedBlocks(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Sequential(nn.Linear(width, width), nn.ReLU()) for _ in range(depth))

    def forward(self, x):
        for block in self.blocks:
            x = checkpoint(block, x, use_reentrant=True)  # ! GL601
        return x
