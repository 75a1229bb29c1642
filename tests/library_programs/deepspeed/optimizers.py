"""deepspeed: its optimizers step like those of PyTorch."""

import torch
from deepspeed.ops.adam import FusedAdam


def not_reset(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = FusedAdam(model.parameters())
    for x in loader:
        (model(x) ** 2).sum().backward()  # ! GL501
        optimizer.step()


def reset(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = FusedAdam(model.parameters())
    for x in loader:
        (model(x) ** 2).sum().backward()
        optimizer.step()
        optimizer.zero_grad()
