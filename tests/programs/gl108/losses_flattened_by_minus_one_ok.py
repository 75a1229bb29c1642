"""Flattening changes no number of elements: there are as many losses as before, and their sum is one number."""

import torch
from torch import nn

layer = nn.Linear(4, 3)
answers = layer(torch.randn(2, 4))
answers.reshape(-1, 1).sum().backward()
