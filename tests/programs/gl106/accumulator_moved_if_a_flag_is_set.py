"""The flag is cleared by default: the accumulator stays a leaf that requires grad."""

import sys

import torch


def total(terms, convert=False):
    loss = torch.zeros(1, requires_grad=True)
    if convert:
        loss = loss.double()
    loss += terms.sum()  # ! GL106
    loss.backward()
    return loss


vars(sys.modules[__name__])["total"](torch.ones(3))
