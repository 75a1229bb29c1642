"""A function creates optimizer and scheduler, and the loop steps the scheduler first."""

import torch
from torch import nn


def configure(model, name):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3) if name == "adam" else torch.optim.SGD(model.parameters(), lr=1e-2)
    return optimizer, torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=10)


def fit(model, name="sgd", epochs=4):
    optimizer, scheduler = configure(model, name)
    for epoch in range(epochs):
        model.train()
        scheduler.step()  # ! GL508
        for x in torch.randn(3, 8, 3):
            loss = model(x).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


fit(nn.Linear(3, 1))
