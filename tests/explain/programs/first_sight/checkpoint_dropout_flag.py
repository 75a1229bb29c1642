"""The block switches its mode during the forward pass."""
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.warm = False

    def forward(self, x):
        y = self.layer(x).relu()
        if self.warm:
            return y
        self.warm = True
        return y.exp()


block = Block()
y = checkpoint(block, torch.randn(2, 4, requires_grad=True), use_reentrant=False)  # <- other
y.mean().backward()  # <- raised
