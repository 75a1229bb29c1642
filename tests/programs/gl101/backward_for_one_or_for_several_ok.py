"""A number is one, or greater than one: each way backpropagates through the graph once."""

import sys

import torch

workers = len(sys.argv)
weight = torch.ones(3, requires_grad=True)
loss = (weight * weight).sum()
if workers > 1:
    (loss / workers).backward()
if workers == 1:
    loss.backward()
