"""A detached term is stored in a slot that the caller names: no slot of the list has a graph after that."""

import torch
from torch import nn


def sensitivity(model, inputs, slot):
    terms = [torch.zeros(()), torch.zeros(())]
    terms[slot] = model(inputs).detach().pow(2).mean()
    return torch.autograd.grad(terms[0] + 1.0, list(model.parameters()))  # ! GL107


eval("sensitivity")(nn.Linear(3, 1), torch.randn(5, 3), 0)
