"""The target network stays in training mode and is called without a graph: its results are the targets of the loss."""

import copy

import torch
from torch import nn

online = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 4))
predictor = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 4))
target = copy.deepcopy(online)
optimizer = torch.optim.SGD([*online.parameters(), *predictor.parameters()], lr=0.1)
for x in torch.randn(4, 16, 4):
    views = x + 0.1 * torch.randn_like(x), x + 0.1 * torch.randn_like(x)
    with torch.no_grad():
        targets = [target(view) for view in views]
    losses = [nn.functional.mse_loss(predictor(online(view)), other) for view, other in zip(views, reversed(targets))]
    optimizer.zero_grad()
    sum(losses).backward()
    optimizer.step()
    with torch.no_grad():
        for slow, fast in zip(target.parameters(), online.parameters()):
            slow.lerp_(fast, 0.01)
