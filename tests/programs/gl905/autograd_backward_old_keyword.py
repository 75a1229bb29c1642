"""The gradients that the roots start with are given under the keyword's deprecated name."""

import torch
from torch import nn

lens = nn.Linear(3, 4)
image = torch.sigmoid(lens(torch.randn(5, 3)))
torch.autograd.backward([image], grad_variables=[torch.full((5, 4), 0.1)])  # ! GL905
print(lens.bias.grad)
