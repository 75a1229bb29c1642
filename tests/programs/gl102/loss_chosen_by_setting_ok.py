"""The settings are tested in every iteration with the same result: the same branch computes a new loss."""

import json

import torch
from torch import nn


def train(settings, net, steps):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    inputs = torch.randn(4, 3)
    for _ in range(steps):
        out = net(inputs)
        if settings.get("loss") == "l1":
            loss = (out - inputs[:, :1]).abs().mean()
        elif settings.get("loss") == "l2":
            loss = (out - inputs[:, :1]).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


train(json.loads('{"loss": "l2"}'), nn.Linear(3, 1), 5)
