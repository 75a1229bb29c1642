"""The queries of an attention are unbound from a joint projection and scaled in place."""

import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads, self.scale = heads, (width // heads) ** -0.5
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x):
        batch, length, width = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4).unbind(0)
        q *= self.scale  # ! GL110
        weights = (q @ k.transpose(-2, -1)).softmax(-1)
        return self.out((weights @ v).transpose(1, 2).reshape(batch, length, width))


attention = Attention(8, 2)
optimizer = torch.optim.SGD(attention.parameters(), lr=0.1)
for batch in range(2):
    optimizer.zero_grad()
    attention(torch.randn(2, 5, 8)).mean().backward()
    optimizer.step()
