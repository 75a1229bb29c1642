"""Two functions store a model in a module, and then import another one that reads it."""

import registry
import torch
from torch import nn


def train(batch):
    registry.model = nn.Linear(2, 1)
    from heads import predict

    loss = predict(batch).pow(2).mean()
    loss.backward()


def tune(batch, model):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    registry.model = model
    from heads import predict

    loss = predict(batch).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    print(loss.item())
    optimizer.step()
