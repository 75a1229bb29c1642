"""Backward is given a weight for each of the survivals."""

import torch
from torch import nn

rates = nn.Parameter(torch.zeros(4))
survival = torch.exp(-rates.exp() * 2.0)
survival.backward(torch.ones(4))
print(rates.grad)
