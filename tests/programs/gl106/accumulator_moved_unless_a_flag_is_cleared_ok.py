"""The flag is set by default: the conversion makes a non-leaf, which the addition may change."""

import sys

import torch


def total(terms, convert=True):
    loss = torch.zeros(1, requires_grad=True)
    if convert:
        loss = loss.double()
    loss += terms.sum()
    loss.backward()
    return loss


vars(sys.modules[__name__])["total"](torch.ones(3))
