"""Whether the phase is one of two is asked twice, and answered alike: one loss is walked once."""

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
