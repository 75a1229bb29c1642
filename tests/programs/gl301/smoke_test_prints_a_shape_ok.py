"""A smoke test runs the model once and prints a size: nothing repeats and nothing is stored."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3, stride=2)
        self.fc = nn.Linear(36, 10)

    def forward(self, x):
        return self.fc(torch.relu(self.conv(x)).flatten(1))


def test():
    net = Net()
    y = net(torch.randn(2, 3, 8, 8))
    print(y.size())


test()
