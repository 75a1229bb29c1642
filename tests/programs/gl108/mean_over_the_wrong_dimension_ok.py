"""The mean is taken over everything."""

import torch
from torch import nn

network = nn.Conv2d(1, 1, 3, padding=1)
images = torch.rand(4, 1, 6, 6)
error = (network(images) - images).square().mean()
error.backward()
print(network.bias.grad)
