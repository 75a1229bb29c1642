"""locals() in a method is a dict that outlives the call: the object that keeps it holds the loss of that call."""

import torch
from torch import nn


class Record:
    def __init__(self, model, batch):
        loss = model(batch).pow(2).mean()
        self.names = locals()


record = Record(nn.Linear(3, 1), torch.randn(4, 3))
record.names["loss"].backward()
record.names["loss"].backward()  # ! GL101
