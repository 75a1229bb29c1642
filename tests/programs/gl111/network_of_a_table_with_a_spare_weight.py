"""The loop over a short table is followed to its end: no element uses the spare weight."""

import torch
from torch import nn
from torch.nn import functional as F


class Network(nn.Module):
    def __init__(self, table):
        super().__init__()
        self.table = table
        self.weights = nn.ParameterList()
        for name, size in table:
            if name == "linear":
                self.weights.append(nn.Parameter(torch.randn(*size)))
                self.weights.append(nn.Parameter(torch.zeros(size[0])))
        self.weights.append(nn.Parameter(torch.zeros(1)))

    def forward(self, x):
        index = 0
        for name, size in self.table:
            if name == "linear":
                x = F.linear(x, self.weights[index], self.weights[index + 1])
                index += 2
            elif name == "tanh":
                x = torch.tanh(x)
            elif name == "scale":
                x = x * size[0]
        return x


table = [
    ("linear", [3, 3]),
    ("tanh", []),
    ("linear", [1, 3]),
]
network = Network(table)
for step in range(3):
    loss = network(torch.randn(5, 3)).pow(2).mean()
    gradients = torch.autograd.grad(loss, list(network.parameters()))  # ! GL111
    print(step, len(gradients))
