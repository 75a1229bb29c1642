"""A dict of the names of a call does not change when another call sets the same names."""

import torch
from torch import nn


def evaluate(model, batch):
    loss = model(batch).pow(2).mean()
    return vars()


model = nn.Linear(3, 1)
outputs = evaluate(model, torch.randn(4, 3))
others = evaluate(model, torch.randn(4, 3))
outputs["loss"].backward()
others["loss"].backward()
