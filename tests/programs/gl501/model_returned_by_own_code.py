"""The program's own code returns the model, and no statement resets its gradients."""

import torch
from torch import nn


def prepared(model):
    for parameter in model.parameters():
        parameter.data.mul_(0.5)
    return model


model = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1))
optimizer = torch.optim.Adam(model.parameters())
model = prepared(model)
for batch in torch.randn(3, 4, 3):
    loss = model(batch).square().mean()
    loss.backward()  # ! GL501
    optimizer.step()
