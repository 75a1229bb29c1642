"""Unresolved reports run between the reset and the step; the loss that they show is backpropagated before the step."""

import logging

import torch
from torch import nn

REPORTS = {"batch": logging.getLogger("batches").debug, "tick": dict}


def one_epoch(model, optimizer, criterion, batches, report):
    for inputs, targets in batches:
        optimizer.zero_grad()
        REPORTS["tick"]()
        report()
        outputs = model(inputs)
        loss = criterion(outputs, targets)
        REPORTS["batch"]("%s", outputs)
        report(loss)
        report()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    entry = globals()["one_" + "epoch"]
    network = nn.Linear(3, 1)
    data = [(torch.randn(8, 3), torch.randn(8, 1)) for _ in range(4)]
    entry(network, torch.optim.SGD(network.parameters(), lr=0.1), nn.MSELoss(), data, print)
