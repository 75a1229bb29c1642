"""The importance of parameters is measured in eval mode after each task and training goes on in train mode, from gradients that no step uses."""

import torch
from torch import nn


def importance(model, optimizer, batches):
    model.eval()
    found = [torch.zeros_like(p) for p in model.parameters()]
    for x in batches:
        optimizer.zero_grad()
        model(x).pow(2).mean().backward()
        for total, p in zip(found, model.parameters()):
            total += p.grad.detach() ** 2
    model.train()
    return found


def train(model, tasks):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.train()
    weights = []
    for batches in tasks:
        for x in batches:
            optimizer.zero_grad()
            (model(x) - 1).abs().mean().backward()
            optimizer.step()
        weights.append(importance(model, optimizer, batches))
    return weights


train(nn.Sequential(nn.Linear(3, 6), nn.BatchNorm1d(6), nn.Linear(6, 1)), torch.randn(3, 4, 8, 3))
