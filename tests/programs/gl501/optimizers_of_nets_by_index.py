"""The gradients of the nets, each with an optimizer at its index, are never reset."""

import torch
from torch import nn


def train(count, batches):
    nets = [nn.Linear(3, 1) for _ in range(count)]
    optimizers = []
    for net in nets:
        optimizers.append(torch.optim.SGD(net.parameters(), lr=0.1))
    for batch in batches:
        for index in range(count):
            loss = nets[index](batch).pow(2).mean()
            loss.backward()  # ! GL501
            optimizers[index].step()


eval("train")(int("2"), torch.ones(4, 2, 3))
