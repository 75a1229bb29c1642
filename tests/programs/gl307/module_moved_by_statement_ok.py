"""A module's cpu and to change the module itself, and detach_ changes the tensor."""

import torch
from torch import nn

network = nn.Linear(3, 2)
network.cpu()
network.to(torch.float32)
state = torch.tanh(network(torch.randn(4, 3)))
state.pow(2).mean().backward()
state.detach_()
print(state.requires_grad)
