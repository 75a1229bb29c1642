"""The inputs are converted one by one and unpacked, and nothing is retained."""

import random
import sys

import torch
from torch import nn


def converted(arrays):
    tensors = []
    for array in arrays:
        tensors.append(torch.as_tensor(array, dtype=torch.float32))
    return tensors


def train(net, other, batches):
    optimizer = torch.optim.SGD([*net.parameters(), *other.parameters()], lr=0.1)
    for batch in batches:
        x, y = converted(random.sample(batch, 2))
        loss = nn.functional.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        nn.functional.l1_loss(other(x), y).backward()
        optimizer.step()


rows = [[[[1.0]], [[float(len(sys.argv))]]]] * 3
train(nn.Linear(1, 1), nn.Linear(1, 1), rows)
