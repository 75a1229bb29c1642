"""Variable only returns the tensor that it gets."""

import torch
from torch import nn
from torch.autograd import Variable

network = nn.Linear(3, 1)
inputs = Variable(torch.randn(4, 3))  # ! GL903
network(inputs).sum().backward()
