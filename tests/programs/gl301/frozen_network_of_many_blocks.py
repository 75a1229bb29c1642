"""A loop prints the shapes of all parameters of a network whose blocks a loop has made: it stays trainable."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, number):
        super().__init__()
        self.first = nn.Linear(3, 3)
        blocks = [nn.Linear(3, 3)]
        for _ in range(number - 2):
            blocks.append(nn.Linear(3, 3))
        blocks.append(nn.Linear(3, 3))
        self.blocks = nn.Sequential(*blocks)

    def forward(self, inputs):
        return self.blocks(self.first(inputs))


def evaluate(batches):
    net = Net(18)
    net.eval()
    for parameter in net.parameters():
        print(parameter.shape)
    for inputs in batches:
        print(net(inputs).mean().item())  # ! GL301


evaluate([torch.randn(4, 3) for _ in range(3)])
