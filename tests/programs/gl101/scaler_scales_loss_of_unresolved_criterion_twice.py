"""The scaler makes a new root each time, but it scales the same loss, whose graph the first backward has freed."""

import torch
from torch import nn


def train(model, criterion, optimizer, scaler, batches):
    for x in batches:
        loss = criterion(model(x), x)
        optimizer.zero_grad()
        scaler.scale(loss).backward()
        scaler.scale(loss).backward()  # ! GL101
        scaler.step(optimizer)
        scaler.update()


hidden = eval
network = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 3))
sgd = torch.optim.SGD(network.parameters(), lr=0.1)
hidden("train")(network, nn.MSELoss(), sgd, torch.amp.GradScaler("cpu", enabled=False), [torch.randn(2, 3) for _ in range(4)])
