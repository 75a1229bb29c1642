"""A loop refines each second batch by the model, and resets the gradients at the start of each group of batches."""

import os

import torch
from torch import nn


def train(model, loader, accumulate):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for i, batch in enumerate(loader):
        inputs = batch
        if i % 2 != 0:
            inputs = model(batch) * batch
        if i % accumulate == 0:
            optimizer.zero_grad()
        loss = model(inputs).pow(2).mean() / accumulate
        loss.backward()
        if (i + 1) % accumulate == 0:
            optimizer.step()


if __name__ == "__main__":
    train(nn.Linear(3, 3), [torch.randn(4, 3) for _ in range(int(os.environ.get("BATCHES", "8")))], 4)
