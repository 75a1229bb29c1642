"""A module hands its parameters out as they are: no graph is built by its call ahead of the loop, each step builds its own."""
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
        loss.backward()
        optimizer.step()


train(["node", "edge"])
