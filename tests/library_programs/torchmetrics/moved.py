"""torchmetrics: a metric that is moved to a device is the same metric, and its update() retains no graph."""

import torch
import torchmetrics
from torchmetrics import MeanSquaredError
from torchmetrics.classification import MulticlassAccuracy


def counts(model, loader, optimizer, criterion, device):
    accuracy = torchmetrics.Accuracy(top_k=1).to(device)
    for x, y in loader:
        optimizer.zero_grad()
        scores = model(x)
        loss = criterion(scores, y)
        accuracy.update(scores, y)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()
    return accuracy.compute()


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.accuracy = MulticlassAccuracy(num_classes=3).cuda()

    def epoch(self, loader):
        for x, y in loader:
            self.optimizer.zero_grad()
            scores = self.model(x)
            loss = torch.nn.functional.cross_entropy(scores, y)
            self.accuracy.update(scores, y)
            loss.backward(retain_graph=True)  # ! GL201
            self.optimizer.step()


def errors(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    metric = MeanSquaredError().to("cpu")
    total = 0
    for x, y in loader:
        optimizer.zero_grad()
        prediction = model(x)
        metric.update(prediction, y)
        loss = (prediction - y).pow(2).mean()
        loss.backward()
        optimizer.step()
        total += metric(prediction, y)  # ! GL202
    return total


def both(model, loader, optimizer, device):
    accuracy = torchmetrics.Accuracy(top_k=1).to(device)
    for x, y in loader:
        optimizer.zero_grad()
        scores = model(x)
        accuracy.update(scores, y)
        scores.sum().backward(retain_graph=True)
        scores.pow(2).sum().backward()
        optimizer.step()
