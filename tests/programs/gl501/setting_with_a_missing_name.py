"""The network is made by code that fails under one setting, for which a name is missing: the other setting works."""

import torch
from torch import nn


def load(settings):
    net = nn.Linear(3, 1)
    if settings.get("remote"):
        downloads.fetch(settings)
    net.load_state_dict(net.state_dict())
    return net


def make(settings):
    if settings.get("loaded", True):
        net = load(settings)
    else:
        net = nn.Linear(3, 1)
    return net


def fit(settings, batches):
    net = make(settings)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for batch in batches:
        loss = net(batch).pow(2).mean()
        loss.backward()  # ! GL501
        optimizer.step()


eval("fit")({}, torch.randn(3, 4, 3))
