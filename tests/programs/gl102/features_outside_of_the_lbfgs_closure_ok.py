"""The closure builds its whole graph in every call."""

import torch
from torch import nn

backbone, head = nn.Sequential(nn.Linear(3, 4), nn.Tanh()), nn.Linear(4, 1)
optimizer = torch.optim.LBFGS([*backbone.parameters(), *head.parameters()], lr=0.1)
inputs, targets = torch.randn(8, 3), torch.randn(8, 1)


def closure():
    optimizer.zero_grad()
    features = backbone(inputs)
    loss = nn.functional.mse_loss(head(features), targets)
    loss.backward()
    return loss


optimizer.step(closure)
