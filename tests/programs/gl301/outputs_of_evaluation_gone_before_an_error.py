"""The list of outputs ended with the evaluation: no handler of the later error can use its graphs."""

import torch
from torch import nn


def embed(net, batches):
    net.eval()
    outputs = []
    for x in batches:
        outputs.append(net(x))  # ! GL301
    return torch.cat(outputs)


net = nn.Linear(3, 2)
print(embed(net, torch.randn(3, 4, 3)).shape)
net.weight.clamp_(-1, 1)  # ! GL106
