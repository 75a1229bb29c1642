"""A unit test runs a layer once and looks at its detached result: no training pays for the graph."""

import torch
from torch import nn


def test_relu_is_positive():
    layer = nn.Sequential(nn.Linear(3, 4), nn.ReLU())
    features = layer(torch.randn(2, 3)).detach()
    assert bool((features >= 0).all())


if __name__ == "__main__":
    test_relu_is_positive()
