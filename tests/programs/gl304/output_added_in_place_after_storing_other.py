"""A block appends its output to the list of its caller, but the shortcut's output is added to a new tensor that is only used detached."""

import torch
from torch import nn

torch.manual_seed(0)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)
        self.shortcut = nn.Linear(4, 4)

    def forward(self, x, outputs):
        out = self.linear(x)
        outputs.append(out)
        out = out + self.shortcut(x)  # ! GL304
        return out.detach().requires_grad_()


def train():
    block, outputs = Block(), []
    for _ in range(2):
        outputs.clear()
        x = block(torch.randn(2, 4), outputs)
        (x * x).sum().backward()
        outputs[-1].backward(x.grad)


train()
