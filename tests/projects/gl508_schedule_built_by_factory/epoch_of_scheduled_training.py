"""One epoch of training."""

from torch import nn


def train_one_epoch(model, optimizer, loader):
    """Train on all batches."""
    model.train()
    for x, y in loader:
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
