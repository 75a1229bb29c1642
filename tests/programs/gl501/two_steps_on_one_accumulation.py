"""Gradients are accumulated over two batches, but what should begin the next accumulation is missing."""

import torch
from torch import nn


def train(network, batches, every):
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    for number, batch in enumerate(batches, start=1):
        loss = network(batch).pow(2).mean() / every
        loss.backward()  # ! GL501
        if number % every == 0:
            optimizer.step()


train(nn.Linear(3, 2), torch.randn(6, 4, 3), every=2)
