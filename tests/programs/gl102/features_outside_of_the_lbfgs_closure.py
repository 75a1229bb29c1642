"""LBFGS calls the closure several times in one step, and every call needs the graph that was built before."""

import torch
from torch import nn

backbone, head = nn.Sequential(nn.Linear(3, 4), nn.Tanh()), nn.Linear(4, 1)
optimizer = torch.optim.LBFGS([*backbone.parameters(), *head.parameters()], lr=0.1)
inputs, targets = torch.randn(8, 3), torch.randn(8, 1)
features = backbone(inputs)


def closure():
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(head(features), targets)
    loss.backward()  # ! GL102
    return loss


optimizer.step(closure)
