"""The mean over the pixels leaves one number for each image of the batch."""

import torch
from torch import nn

network = nn.Conv2d(1, 1, 3, padding=1)
images = torch.rand(4, 1, 6, 6)
error = (network(images) - images).square().mean(dim=(1, 2, 3))
error.backward()  # ! GL108
print(network.bias.grad)
