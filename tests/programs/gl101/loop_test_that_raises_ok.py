"""The test of the loop raises when the only batch is used up: its loss is printed after the loop."""

import torch


def more(batches):
    if not batches:
        raise LookupError("no batches left")
    return True


def ended():
    raise LookupError("there never were any")


model = torch.nn.Linear(3, 1)
batches = [torch.ones(2, 3)]
try:
    while more(batches):
        loss = model(batches.pop()).exp().sum()
        loss.backward()
except LookupError:
    print(loss.item())
try:
    while ended():
        pass
except LookupError:
    print("trained")
