"""The loss is chosen by a name on the command line: without one it is the square."""

import sys

import torch
from torch import nn

encoder, head = nn.Linear(4, 4), nn.Linear(4, 2)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
kind = sys.argv[1] if len(sys.argv) > 1 else "square"


def loss_of(batch):
    loss = torch.tensor(0.0)
    if kind == "square":
        loss = head(encoder(batch)).pow(2).mean()
    elif kind == "abs":
        loss = head(encoder(batch)).abs().mean()
    return loss


for _ in range(2):
    optimizer.zero_grad()
    loss_of(torch.randn(3, 4)).backward()
    optimizer.step()
