"""The function says that the loss is backpropagated twice."""

import torch
from torch import nn


def times():
    return "twice"


def step(model, batch):
    loss = model(batch).pow(2).sum()
    loss.backward()
    if times() != "twice":
        return
    loss.backward()  # ! GL101


eval("step")(nn.Linear(3, 1), torch.ones(2, 3))
