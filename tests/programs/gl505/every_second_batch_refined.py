"""A loop refines each second batch by the model itself, before it resets the gradients for each one."""

import os

import torch
from torch import nn


def train(model, loader, accumulate):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for i, batch in enumerate(loader):
        inputs = batch
        if i % 2 != 0:
            inputs = model(batch) * batch
        optimizer.zero_grad()  # ! GL505
        loss = model(inputs).pow(2).mean() / accumulate
        loss.backward()
        if (i + 1) % accumulate == 0:
            optimizer.step()


if __name__ == "__main__":
    train(nn.Linear(3, 3), [torch.randn(4, 3) for _ in range(int(os.environ.get("BATCHES", "8")))], 4)
