"""The keyword is grad_tensors."""

import torch
from torch import nn

lens = nn.Linear(3, 4)
image = torch.sigmoid(lens(torch.randn(5, 3)))
torch.autograd.backward([image], grad_tensors=[torch.full((5, 4), 0.1)])
print(lens.bias.grad)
