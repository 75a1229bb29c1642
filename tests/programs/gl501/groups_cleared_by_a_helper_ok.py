"""A helper that begins each iteration clears the gradients of the parameters in the groups that it receives."""

import torch
from torch import nn


def clear(groups):
    for group in groups:
        for p in group["params"]:
            p.grad = None


def begin(model, optimizer, reset=False):
    model.train()
    if reset:
        clear(optimizer.param_groups)


model = nn.Sequential(nn.Linear(8, 3), nn.ReLU(), nn.Linear(3, 8))
optimizer = torch.optim.RMSprop(model.parameters(), lr=1e-3)
for _ in range(4):
    begin(model, optimizer, reset=True)
    model(torch.randn(4, 8)).abs().mean().backward()
    optimizer.step()
