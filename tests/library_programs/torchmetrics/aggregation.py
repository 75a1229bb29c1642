"""torchmetrics: aggregating metrics keep no graph of what they get."""

import torch
import torchmetrics
from torchmetrics.functional import accuracy, mean_squared_error


def averaged(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    mean = torchmetrics.MeanMetric()
    for x in loader:
        mean.update(model(x).sum())  # ! GL301
    return mean.compute()


def averaged_without_grad(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    mean = torchmetrics.MeanMetric()
    with torch.no_grad():
        for x in loader:
            mean.update(model(x).sum())
    return mean.compute()


def trained(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    mean = torchmetrics.MeanMetric()
    error = torchmetrics.MeanSquaredError()
    for x, y in loader:
        optimizer.zero_grad()
        output = model(x)
        loss = error(output, y)
        loss.backward()
        optimizer.step()
        mean.update(loss)


def trained_twice(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    mean = torchmetrics.MeanMetric()
    for x, y in loader:
        optimizer.zero_grad()
        loss = mean_squared_error(model(x) ** 2, y)
        mean.update(loss)
        loss.backward()
        loss.backward()  # ! GL101
        optimizer.step()


def scores(loader):
    model = torch.nn.Linear(3, 1)
    kept = []
    for x, y in loader:
        kept.append(accuracy(model(x), y, task="binary"))
    return kept
