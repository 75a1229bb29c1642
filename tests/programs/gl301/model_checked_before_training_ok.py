"""Before the training, the model runs once in eval mode to check its output; the training starts after that."""

import torch
from torch import nn


def check(model):
    model.eval()
    assert model(torch.zeros(2, 3)).shape == (2, 1)
    model.train()


def fit(model, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(steps):
        loss = model(torch.randn(8, 3)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


model = nn.Sequential(nn.Linear(3, 4), nn.Dropout(), nn.Linear(4, 1))
check(model)
fit(model, 3)
