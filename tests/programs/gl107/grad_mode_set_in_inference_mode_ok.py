"""set_grad_enabled(True) is called under no_grad, and the graph is built."""

import torch
from torch import nn

net = nn.Linear(3, 1)
with torch.no_grad():
    torch.set_grad_enabled(True)
    net(torch.randn(4, 3)).mean().backward()
