"""vars() without an argument is a dict of the names of the call, which the caller reads after it."""

import torch
from torch import nn


def evaluate(model, batch):
    loss = model(batch).pow(2).mean()
    return vars()


outputs = evaluate(nn.Linear(3, 1), torch.randn(4, 3))
outputs["loss"].backward()
sum(value for name, value in outputs.items() if name == "loss").backward()  # ! GL101
