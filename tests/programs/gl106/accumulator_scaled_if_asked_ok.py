"""The one call scales the start value, so the addition changes a non-leaf; that the scale may be absent shows no call without it."""

import sys

import torch


def total(terms, scale=1.0):
    loss = torch.zeros(1, requires_grad=True)
    if scale is not None:
        loss = loss * scale
    loss += terms.sum()
    loss.backward()
    return loss


vars(sys.modules[__name__])["total"](torch.ones(3), 2.0)
