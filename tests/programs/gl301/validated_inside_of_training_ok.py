"""The errors are computed under no_grad."""

import torch
import torch.nn.functional as F
from torch import nn


def validation_error(model, criterion, data):
    model.eval()
    with torch.no_grad():
        errors = {name: criterion(model(x), y).item() for name, (x, y) in data.items()}
    model.train()
    return errors


def train(model, data, epochs):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        for x, y in data["train"].values():
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        print(epoch, validation_error(model, F.mse_loss, data["val"]))


def pair():
    return torch.randn(4, 3), torch.randn(4, 1)


train(nn.Linear(3, 1), {"train": {"a": pair(), "b": pair()}, "val": {"c": pair(), "d": pair()}}, epochs=2)
