"""One of two conditions holds, never both: the graph is backpropagated through once, whichever way they are written."""

import sys

import torch

limit = len(sys.argv) + 1
for count in (1, 2, 3):
    seen = count * len(sys.argv)
    weight = torch.ones(3, requires_grad=True)
    loss = (weight * weight).sum()
    if seen < limit:
        loss.backward()
    if seen >= limit:
        loss.backward()
    loss = (weight * weight).sum()
    if seen > limit:
        loss.backward()
    if limit >= seen:
        loss.backward()
