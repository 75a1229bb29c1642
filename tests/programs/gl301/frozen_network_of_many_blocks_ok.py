"""A loop freezes all parameters of a network whose blocks a loop has made, more than the analysis follows one by one."""

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
        parameter.requires_grad = False
    for inputs in batches:
        print(net(inputs).mean().item())


evaluate([torch.randn(4, 3) for _ in range(3)])
