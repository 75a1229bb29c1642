"""A parameter requires grad."""

import numpy as np
import torch
from torch import nn

layer = nn.Linear(3, 3)
before = np.array(layer.weight.detach())
layer(torch.randn(8, 3)).sum().backward()
torch.optim.SGD(layer.parameters(), lr=0.1).step()
print(np.abs(np.asarray(layer.weight) - before).max())  # ! GL112
