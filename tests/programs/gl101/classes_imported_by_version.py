"""A helper imports a class from the place where Python 2 has it, or from that of Python 3: the calls after it run."""

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
loss.backward()  # ! GL101
