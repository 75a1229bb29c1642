"""A module computes a function of its parameters before the loop: each backward reaches that graph again."""
import itertools

import torch
from model import Rows
from torch import nn


def train(kinds):
    layer = Rows(kinds, 4)
    rows = layer()
    head = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(itertools.chain(head.parameters(), layer.parameters()), lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        loss = head(rows["node"][0]).pow(2).mean()
        loss.backward()  # ! GL102
        optimizer.step()


train(["node", "edge"])
