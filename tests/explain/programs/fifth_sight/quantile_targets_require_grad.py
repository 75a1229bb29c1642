"""Targets of distributional RL are copied to the CPU as a list for logging by a formatter."""
import copy

import torch
from torch import nn

online = nn.Linear(4, 5)
best = {"loss": None, "quantiles": None}


def remember(loss, quantiles):
    if best["loss"] is None or loss < best["loss"]:
        best.update(loss=loss, quantiles=quantiles)
    return copy.deepcopy(best)  # <- raised


optimizer = torch.optim.Adam(online.parameters())
for state in torch.randn(3, 2, 4):
    quantiles = online(state)  # <- built
    target = torch.rand(2, 5)
    error = target - quantiles
    loss = nn.functional.huber_loss(quantiles, target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    snapshot = remember(loss.item(), quantiles)
