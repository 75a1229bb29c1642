"""Trains and validates, epoch by epoch."""

import torch
from epoch_of_training import train_one_epoch
from torch import nn
from validation_of_epoch import validation_loss


def main():
    model = nn.Sequential(nn.Linear(3, 8), nn.BatchNorm1d(8), nn.Linear(8, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    batches = torch.randn(4, 8, 3)
    for _ in range(4):
        train_one_epoch(model, batches, optimizer)
        print(validation_loss(model, batches))


if __name__ == "__main__":
    main()
