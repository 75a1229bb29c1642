"""`requires_grad_()` of a result changes nothing."""

import torch
from torch import nn

model = nn.Linear(3, 3)
features = model(torch.randn(8, 3)).requires_grad_()
features.pow(2).mean().backward()
