"""The first backward retains the graph of the loss."""

import torch
from torch import nn


def train(model, criterion, optimizer, scaler, batches):
    for x in batches:
        loss = criterion(model(x), x)
        optimizer.zero_grad()
        scaler.scale(loss).backward(retain_graph=True)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()


hidden = eval
network = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 3))
sgd = torch.optim.SGD(network.parameters(), lr=0.1)
hidden("train")(network, nn.MSELoss(), sgd, torch.amp.GradScaler("cpu", enabled=False), [torch.randn(2, 3) for _ in range(4)])
