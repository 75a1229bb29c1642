"""The hidden state keeps the graph of the iteration before."""
import torch
from torch import nn


def train(cell, steps):
    hidden = torch.zeros(2, 4)
    for _ in range(steps):
        hidden = cell(torch.randn(2, 3), hidden)  # <- built
        loss = hidden.pow(2).mean()
        loss.backward()  # <- raised, freed


train(nn.GRUCell(3, 4), 3)
