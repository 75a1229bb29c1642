"""The gradients of the roots are passed by position, which works under the old and the new name."""

import torch
from torch import nn

network = nn.Linear(3, 2)
answer = torch.tanh(network(torch.randn(4, 3)))
torch.autograd.backward([answer], [torch.ones(4, 2)])
print(network.bias.grad)
