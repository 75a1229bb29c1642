"""The memory of the bank is in a group of its own and in that of the bank."""

import torch
from torch import nn


class Bank(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.memory = nn.Parameter(torch.randn(size, size))
        self.first, self.second, self.third, self.fourth = (nn.Linear(size, size) for _ in range(4))


class Network(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.bank = Bank(size)
        self.input, self.output = nn.Linear(size, size), nn.Linear(size, 1)
        self.gate, self.value, self.key = nn.Linear(size, size), nn.Linear(size, size), nn.Linear(size, size)

    def groups(self):
        bank = list(self.bank.parameters())
        others = [self.bank.memory, *self.output.parameters()]
        return [{"params": others, "lr": 0.1}, {"params": bank, "lr": 0.01}]


def train(size, batches):
    network = Network(size)
    optimizer = torch.optim.SGD(network.groups(), lr=0.1)  # ! GL114
    for batch in batches:
        optimizer.zero_grad()
        network.output(batch @ network.bank.memory).sum().backward()
        optimizer.step()


eval("train")(3, [torch.randn(4, 3) for _ in range(3)])
