"""The tensor is used as it is."""

import torch
from torch import nn
from torch.autograd import Variable

network = nn.Linear(3, 1)
inputs = torch.randn(4, 3)
network(inputs).sum().backward()
