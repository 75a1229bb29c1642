"""A factor whose default is a number, or that is computed from a setting, has no graph that a later iteration uses."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def fit(batches, alpha=1):
    for inputs, targets in batches:
        outputs = model(inputs)
        loss = (outputs - targets).pow(2).mean() + alpha * outputs.abs().mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def fit_on_few(batches, count=2):
    for inputs, targets in batches:
        loss = (model(inputs) - targets).pow(2).sum() / count
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def fit_with(settings, batches):
    for inputs, targets in batches:
        outputs = model(inputs)
        loss = (outputs - targets).pow(2).mean() * (1.0 - settings["alpha"]) + outputs.abs().mean() * settings["alpha"]
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


hidden = eval
batches = [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(3)]
hidden("fit")(batches, 0.5)
hidden("fit_on_few")(batches, 4)
hidden("fit_with")({"alpha": 0.25}, batches)
