"""A helper imports a class by the version of Python; each loss has its own graph."""

import sys

import torch


def as_list(values):
    if sys.version_info[0] == 2:
        from collections import Iterable
    else:
        from collections.abc import Iterable
    return list(values) if isinstance(values, Iterable) else [values]


weight = torch.ones(3, requires_grad=True)
rates = as_list((0.1, 0.2, 0.3))
loss = (weight * torch.tensor(rates)).pow(2).sum()
loss.backward()
loss = (weight * torch.tensor(rates)).pow(2).sum()
loss.backward()
