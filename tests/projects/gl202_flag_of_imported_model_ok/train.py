"""Two functions test a flag of a model of another file; the second one calls a helper before that tests its argument."""

import torch
from network import network


def describe(silent):
    if silent:
        return ""
    return "later epochs"


def first_epoch(batches):
    for batch in batches:
        loss = network(batch).pow(2).mean()
        if network.scaled:
            loss = loss * 2
        loss.backward()


def later_epochs(batches, silent):
    print(describe(silent))
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    total = 0
    for batch in batches:
        loss = network(batch).pow(2).mean()
        if network.scaled:
            loss = loss * 2
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total
