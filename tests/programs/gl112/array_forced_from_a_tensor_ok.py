"""`force=True` detaches the tensor first."""

import torch
from torch import nn

print(nn.Linear(3, 1)(torch.randn(8, 3)).numpy(force=True).mean())
