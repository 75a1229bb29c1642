"""The same with a plain backward: no graph is retained."""

import torch
from torch import nn


def train_tasks(model, criterion, optimizer, weights, loader):
    for x, targets in loader:
        losses = criterion(model(x), targets)
        total = {task: weight * loss for (task, loss), weight in zip(losses.items(), weights) if task != "total"}
        optimizer.zero_grad()
        sum(total.values()).backward()
        optimizer.step()


def train_heads(model, criteria, optimizer, loader):
    for x, targets in loader:
        output = model(x)
        losses = {}
        for name in targets:
            losses[name] = criteria[name](output, targets[name])
        loss = sum(losses.values())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def train_detector(detector, optimizer, loader):
    penalty = nn.Parameter(torch.ones(()))
    for images, targets in loader:
        optimizer.zero_grad()
        losses = detector(images, targets)
        loss = sum([*[value.mean() for value in losses.values()], penalty.pow(2)])
        loss.backward()
        optimizer.step()


class Losses(nn.Module):
    def forward(self, output, targets):
        return {name: (output - target).pow(2).mean() for name, target in targets.items()}


class Detector(nn.Linear):
    def forward(self, images, targets):
        return Losses()(super().forward(images), targets)


hidden = eval
batches = [(torch.randn(2, 3), {"left": torch.randn(2, 3), "right": torch.randn(2, 3)}) for _ in range(4)]
first, second, third = nn.Linear(3, 3), nn.Linear(3, 3), Detector(3, 3)
hidden("train_tasks")(first, Losses(), torch.optim.SGD(first.parameters(), lr=0.1), [0.5, 0.5], batches)
criteria = {"left": nn.MSELoss(), "right": nn.L1Loss()}
hidden("train_heads")(second, criteria, torch.optim.SGD(second.parameters(), lr=0.1), batches)
hidden("train_detector")(third, torch.optim.SGD(third.parameters(), lr=0.1), batches)
