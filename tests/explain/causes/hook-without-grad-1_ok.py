import torch
from torch import nn

encoder = nn.Linear(4, 2)
features = encoder(torch.randn(3, 4))
features.register_hook(lambda gradient: gradient * 2)
