"""Heads, each with an optimizer at its index, share the graph of a code, which the first backward frees."""

import torch
from torch import nn


def train(count, batch):
    encoder = nn.Linear(3, 3)
    heads = [nn.Linear(3, 1) for _ in range(count)]
    optimizers = [torch.optim.SGD([*encoder.parameters(), *head.parameters()], lr=0.1) for head in heads]
    code = encoder(batch)
    for index in range(count):
        loss = heads[index](code).pow(2).mean()
        optimizers[index].zero_grad()
        loss.backward()  # ! GL102
        optimizers[index].step()


eval("train")(int("2"), torch.ones(4, 3))
