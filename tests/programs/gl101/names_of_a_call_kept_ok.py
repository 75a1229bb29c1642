"""locals() in a method is a dict of that call alone: each object has the loss of its own call."""

import torch
from torch import nn


class Record:
    def __init__(self, model, batch):
        loss = model(batch).pow(2).mean()
        self.names = locals()


model = nn.Linear(3, 1)
first, second = Record(model, torch.randn(4, 3)), Record(model, torch.randn(4, 3))
first.names["loss"].backward()
second.names["loss"].backward()
