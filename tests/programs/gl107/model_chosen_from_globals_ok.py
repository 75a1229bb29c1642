"""The name that a program looks up in its global names may be that of a model's class."""

import sys

import torch
from torch import nn

name = sys.argv[1] if len(sys.argv) > 1 else "nn"
network = globals()[name].Linear(2, 1)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
optimizer.zero_grad()
nn.functional.mse_loss(network.forward(torch.randn(4, 2)), torch.randn(4, 1)).backward()
optimizer.step()
