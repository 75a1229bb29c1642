"""The condition that the phase is in a tuple stands twice with the same result: there is one backward per loss."""

import sys

import torch


def train(model, phase):
    loss = model(torch.ones(2, 3)).exp().sum()
    if phase in ("warm", "main"):
        loss.backward()
    if phase not in ("warm", "main"):
        loss.backward()
    if isinstance(phase, str) and phase in ("warm", "main"):
        return
    print(loss.item())


train(torch.nn.Linear(3, 1), sys.argv[0])
