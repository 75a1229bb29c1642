"""A second optimizer owns the head of a task, which the network that is called uses."""

import torch
from torch import nn


def fit(network, task, batches):
    head = network.heads[task]
    head_optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
    ids = {id(parameter) for parameter in head.parameters()}
    optimizer = torch.optim.SGD([parameter for parameter in network.parameters() if id(parameter) not in ids], lr=0.1)
    for x, y in batches:
        network.zero_grad()
        loss = network(x, y)
        loss.backward()
        optimizer.step()
        head_optimizer.step()


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 3)
        self.heads = nn.ModuleDict({"first": nn.Linear(3, 1)})

    def forward(self, x, y):
        return (self.heads["first"](self.body(x)) - y).abs().sum()


def main():
    eval("fit")(Network(), "first", [(torch.randn(6, 4), torch.randn(6, 1)) for _ in range(3)])


main()
