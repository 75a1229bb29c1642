"""The call of the function is forgotten: a function equals no text, and the loss is backpropagated once."""

import torch
from torch import nn


def times():
    return "twice"


def step(model, batch):
    loss = model(batch).pow(2).sum()
    loss.backward()
    if times != "twice":
        return
    loss.backward()


eval("step")(nn.Linear(3, 1), torch.ones(2, 3))
