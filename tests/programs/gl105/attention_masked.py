"""The padding is masked in place in the result of a softmax, which the softmax needs for its backward."""

import math

import torch
import torch.nn as nn


class SelfAttention(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.q, self.k, self.v = nn.Linear(d, d), nn.Linear(d, d), nn.Linear(d, d)
        self.d = d

    def forward(self, x, pad):
        scores = self.q(x) @ self.k(x).transpose(-2, -1) / math.sqrt(self.d)
        weights = scores.softmax(dim=-1)
        weights.masked_fill_(pad[:, None, :], 0.0)
        return weights @ self.v(x)


def main():
    layer = SelfAttention(6)
    optimizer = torch.optim.Adam(layer.parameters())
    x = torch.randn(2, 5, 6)
    pad = torch.tensor([[False] * 4 + [True], [False] * 3 + [True] * 2])
    for _ in range(2):
        optimizer.zero_grad()
        out = layer(x, pad)
        out.square().mean().backward()  # ! GL105
        optimizer.step()


main()
