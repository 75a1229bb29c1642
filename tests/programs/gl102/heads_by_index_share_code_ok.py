"""Heads, each with an optimizer at its index, have a graph of the code each."""

import torch
from torch import nn


def train(count, batch):
    encoder = nn.Linear(3, 3)
    heads = [nn.Linear(3, 1) for _ in range(count)]
    optimizers = [torch.optim.SGD([*encoder.parameters(), *head.parameters()], lr=0.1) for head in heads]
    for index in range(count):
        code = encoder(batch)
        loss = heads[index](code).pow(2).mean()
        optimizers[index].zero_grad()
        loss.backward()
        optimizers[index].step()


eval("train")(int("2"), torch.ones(4, 3))
