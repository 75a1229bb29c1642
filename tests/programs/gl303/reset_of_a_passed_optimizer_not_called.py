"""A function without callers receives the optimizer; its helper names zero_grad and does not call it."""

import torch


def clear(optimizer):
    optimizer.zero_grad  # ! GL303


def fit(model, optimizer, batches):
    for x in batches:
        clear(optimizer)
        model(x).pow(2).mean().backward()
        optimizer.step()


network = torch.nn.Linear(3, 1)
arguments = network, torch.optim.SGD(network.parameters(), lr=0.1), torch.randn(3, 4, 3)
eval("fit")(*arguments)
