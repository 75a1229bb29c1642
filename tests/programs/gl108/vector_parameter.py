"""There is one survival for each rate, and backward has no gradient argument to weight them."""

import torch
from torch import nn

rates = nn.Parameter(torch.zeros(4))
survival = torch.exp(-rates.exp() * 2.0)
survival.backward()  # ! GL108
print(rates.grad)
