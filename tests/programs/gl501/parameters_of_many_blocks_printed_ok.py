"""A loop resets the gradients of all parameters of a network whose blocks a loop has made."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, number):
        super().__init__()
        blocks = []
        for _ in range(number):
            blocks.append(nn.Linear(3, 3))
        self.blocks = nn.Sequential(*blocks)

    def forward(self, inputs):
        return self.blocks(inputs)


net = Net(18)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for inputs in [torch.randn(4, 3) for _ in range(3)]:
    net(inputs).pow(2).mean().backward()
    optimizer.step()
    for parameter in net.parameters():
        parameter.grad = None
