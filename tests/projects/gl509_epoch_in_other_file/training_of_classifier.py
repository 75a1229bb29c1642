"""Trains a classifier."""

import torch
from epoch_over_batches import run_epoch
from torch import nn


def main():
    """Train for two epochs."""
    model = nn.Linear(4, 3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loader = [(torch.randn(8, 4), torch.randint(3, (8,))) for _ in range(3)]
    for _ in range(2):
        run_epoch(model, loader, nn.CrossEntropyLoss(), optimizer)


if __name__ == "__main__":
    main()
