"""Trains in mixed precision, and reports the largest gradient."""

import torch
from clipped_update_of_model import clipped_update
from torch import nn


def main():
    """Train for a few batches."""
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cpu")
    for x in torch.randn(5, 8, 3):
        optimizer.zero_grad()
        scaler.scale(model(x).pow(2).mean()).backward()
        clipped_update(model, optimizer, scaler, 1.0)


if __name__ == "__main__":
    main()
