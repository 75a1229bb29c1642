"""Every loss is replaced by its number before the sum: no graph is kept."""

import torch
from torch import nn


def train(model, criterion, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    total = 0.0
    for x, y in batches:
        losses = criterion(model(x), y)
        optimizer.zero_grad()
        losses["loss"].backward()
        optimizer.step()
        for name, value in losses.items():
            losses[name] = value.item()
        total += losses["loss"]
    return total


class NamedLosses(nn.Module):
    def forward(self, output, target):
        error = (output - target).square().mean()
        return {"loss": error + 0.1 * output.abs().mean(), "error": error}


eval("train")(nn.Linear(3, 1), NamedLosses(), [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(6)])
