"""The other kind of checkpoint sees the block's parameters."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(10, 4)
        self.words.weight.requires_grad_(False)
        self.block = nn.Sequential(nn.Linear(4, 8), nn.GELU(), nn.Linear(8, 4))

    def forward(self, text):
        return checkpoint(self.block, self.words(text), use_reentrant=False)


reader = Reader()
optimizer = torch.optim.AdamW(reader.block.parameters())
for text in torch.randint(0, 10, (2, 6)):
    loss = reader(text).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
