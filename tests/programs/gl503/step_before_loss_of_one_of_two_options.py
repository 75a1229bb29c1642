"""The step comes before the backward pass of a loss to which at least one of two options adds a term."""

import sys

import torch
from torch import nn


def train(options, loader):
    critic = nn.Linear(3, 2)
    optimizer = torch.optim.Adam(critic.parameters(), lr=0.1)
    for inputs in loader:
        if options["real"] or options["labels"]:
            outputs = critic(inputs)
            loss = 0
            if options["real"]:
                loss += outputs[:, 0].mean()
            if options["labels"]:
                loss += outputs[:, 1].pow(2).mean()
            optimizer.zero_grad()
            optimizer.step()  # ! GL503
            loss.backward()


train({"real": len(sys.argv) < 2, "labels": len(sys.argv) > 2}, [torch.randn(4, 3) for _ in range(4)])
