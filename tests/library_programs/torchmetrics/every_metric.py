"""torchmetrics: update and compute keep no graph, and a call keeps that of its batch."""

import torch
from torchmetrics import MaxMetric, MeanAbsoluteError, MeanMetric, MeanSquaredError, MinMetric, SumMetric
from torchmetrics.classification import MulticlassAccuracy
from torchmetrics.functional import accuracy, mean_absolute_error, mean_squared_error


def updated_meanmetric(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    metric = MeanMetric()
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        metric.update(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def updated_summetric(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    metric = SumMetric()
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        metric.update(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def updated_minmetric(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    metric = MinMetric()
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        metric.update(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def updated_maxmetric(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    metric = MaxMetric()
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        metric.update(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def updated_meansquarederror(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    metric = MeanSquaredError()
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        metric.update(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def updated_meanabsoluteerror(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    metric = MeanAbsoluteError()
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        metric.update(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def computed_meanmetric(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    metric = MeanMetric()
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        metric.compute(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def computed_summetric(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    metric = SumMetric()
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        metric.compute(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def computed_meansquarederror(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    metric = MeanSquaredError()
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        metric.compute(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def computed_meanabsoluteerror(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    metric = MeanAbsoluteError()
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        metric.compute(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def computed_multiclassaccuracy(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    metric = MulticlassAccuracy()
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        metric.compute(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def updated_accuracy(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    metric = MulticlassAccuracy()
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        metric.update(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def used_again(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    metric = MeanMetric()
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        metric.update(loss)
        loss.backward(retain_graph=True)
        loss.pow(2).backward()
        optimizer.step()


def called_meanmetric(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    metric = MeanMetric()
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += metric(loss)  # ! GL202
    print(total)


def called_summetric(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    metric = SumMetric()
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += metric(loss)  # ! GL202
    print(total)


def called_meansquarederror(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    metric = MeanSquaredError()
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += metric(loss)  # ! GL202
    print(total)


def called_meanabsoluteerror(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    metric = MeanAbsoluteError()
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += metric(loss)  # ! GL202
    print(total)


def called_with_data(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    metric = MeanMetric()
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += metric(loss.detach())
    print(total)


def called_accuracy(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    metric = MulticlassAccuracy()
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += metric(loss)
    print(total)


def absolute_error(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += mean_absolute_error(loss, x)  # ! GL202
    print(total)


def squared_error(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += mean_squared_error(loss, x)  # ! GL202
    print(total)


def counted(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += accuracy(loss, x)
    print(total)
