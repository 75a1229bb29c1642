"""The accumulator is a leaf that requires grad on both sides of the condition."""

import sys

import torch


def total(terms, wide=True):
    loss = torch.zeros(1, requires_grad=True)
    if wide:
        loss = torch.zeros(1, dtype=torch.float64, requires_grad=True)
    loss += terms.sum()  # ! GL106
    loss.backward()
    return loss


vars(sys.modules[__name__])["total"](torch.ones(3))
