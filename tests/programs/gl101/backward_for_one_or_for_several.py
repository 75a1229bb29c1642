"""The first condition includes the second: a single worker backpropagates twice."""

import sys

import torch

workers = len(sys.argv)
weight = torch.ones(3, requires_grad=True)
loss = (weight * weight).sum()
if workers >= 1:
    (loss / workers).backward()
if workers == 1:
    loss.backward()  # ! GL101
