"""Pairs are split into a list of two tensors of data, which two networks read, and nothing is retained."""

import random

import torch
from torch import nn


def split(pairs):
    parts = [torch.tensor([float(value) for value in side]) for side in zip(*random.sample(pairs, 2))]
    left, right = parts
    return left.unsqueeze(1), right.unsqueeze(1)


def fit(first, second, loader):
    optimizer = torch.optim.SGD([*first.parameters(), *second.parameters()], lr=0.1)
    for pairs in loader:
        left, right = split(pairs)
        optimizer.zero_grad()
        (first(left) - right).exp().mean().backward()
        (second(left) - right).exp().mean().backward()
        optimizer.step()


fit(nn.Linear(1, 1), nn.Linear(1, 1), [[(1, 2), (3, 4)], [(5, 6), (7, 8)]])
