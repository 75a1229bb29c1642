"""A term with a graph is stored in a slot that the caller names: any slot of the list may have a graph after that."""

import torch
from torch import nn


def sensitivity(model, inputs, slot):
    terms = [torch.zeros(()), torch.zeros(())]
    terms[slot] = model(inputs).pow(2).mean()
    return torch.autograd.grad(terms[0] + 1.0, list(model.parameters()))


eval("sensitivity")(nn.Linear(3, 1), torch.randn(5, 3), 0)
