"""The gradient that is passed has the shape of one row of the outputs."""

import torch
from torch import nn

outputs = nn.Linear(4, 2)(torch.randn(3, 4))
outputs.backward(torch.ones(2))  # raises
