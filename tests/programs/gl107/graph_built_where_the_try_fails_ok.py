"""The loss is computed without a graph only where the try block succeeds, and then the flag keeps backward from running."""

import torch
from torch import nn


def score(model, x, cache):
    cached = False
    loss = model(x).pow(2).mean()
    try:
        loss = torch.tensor(cache["loss"])
        cached = True
    except KeyError:
        pass
    if not cached:
        loss.backward()
    return loss.item()


net = nn.Linear(3, 1)
for entry in ({}, {"loss": 0.5}):
    print(score(net, torch.randn(2, 3), entry))
