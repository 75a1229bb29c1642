"""A hook is registered on features that were computed under `no_grad`."""

import torch
from torch import nn

encoder = nn.Linear(4, 2)
with torch.no_grad():
    features = encoder(torch.randn(3, 4))
features.register_hook(lambda gradient: gradient * 2)  # raises
