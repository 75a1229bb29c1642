"""Gradients accumulate over k batches: one remainder guards the reset, another the step, and together they fit."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def train(loader, k):
    for i, x in enumerate(loader):
        loss = model(x).mean()
        if i % k == 0:
            optimizer.zero_grad()
        loss.backward()
        if (i + 1) % k == 0:
            optimizer.step()


def fit(network, solver, loader, every):
    for i, x in enumerate(loader):
        loss = network(x).mean()
        if i % every == 0:
            solver.zero_grad()
        loss.backward()
        if i % every == every - 1:
            solver.step()
