"""Both of two conditions may hold: the second backward goes through a freed graph."""

import sys

import torch

limit = len(sys.argv) + 1
for count in (1, 2):
    seen = count * len(sys.argv)
    weight = torch.ones(3, requires_grad=True)
    loss = (weight * weight).sum()
    if seen < limit:
        loss.backward()
    if seen <= limit:
        loss.backward()  # ! GL101
    loss = (weight * weight).sum()
    if seen > limit:
        loss.backward()
    if limit >= seen:
        loss.backward()
