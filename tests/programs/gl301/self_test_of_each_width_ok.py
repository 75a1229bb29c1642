"""A self-test constructs a model for each width and looks at the sizes of its output: no model runs twice."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.body = nn.Linear(3, width)
        self.head = nn.Linear(width, 2)

    def forward(self, x):
        return self.head(torch.relu(self.body(x)))


def run_self_tests():
    for width in (4, 8, 16):
        net = Net(width).eval()
        out = net(torch.randn(5, 3))
        assert out.shape == (5, 2), f"wrong shape for {width}"


if __name__ == "__main__":
    run_self_tests()
