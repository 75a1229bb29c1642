"""There is one survival for each rate, and backward is not told how much each of them counts."""
import torch
from torch import nn

rates = nn.Parameter(torch.zeros(4))
survival = torch.exp(-rates.exp() * 2.0)
survival.backward()  # ! GL108
print(rates.grad)
