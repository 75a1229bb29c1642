"""A self-test constructs a layer for each number of channels and looks at its output: no layer runs twice, nor has it learned."""

import torch
from torch import nn


class Pool(nn.Module):
    def __init__(self, channels, factor):
        super().__init__()
        self.mix = nn.Conv1d(channels, channels, factor, stride=factor)

    def forward(self, x):
        return self.mix(x)


def test_pools():
    for channels, factor in {4: 1, 6: 2}.items():
        x = torch.randn(2, channels, 8)
        pool = Pool(channels, factor)
        y = pool(x)
        assert y.shape == (2, channels, 8 // factor)
        print(f"{channels} channels: mean {y.mean():.2f}")


test_pools()
