"""The flag is set by default, but the caller clears it: the accumulator stays a leaf that requires grad."""

import torch


def total(terms, convert=True):
    loss = torch.zeros(1, requires_grad=True)
    if convert:
        loss = loss.double()
    loss += terms.sum()  # ! GL106
    loss.backward()
    return loss


total(torch.ones(3), convert=False)
