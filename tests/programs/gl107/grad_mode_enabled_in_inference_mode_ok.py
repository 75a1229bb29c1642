"""Grad mode is enabled inside of no_grad, and inference mode is left by inference_mode(False)."""

import torch
from torch import nn

net = nn.Linear(3, 1)
with torch.no_grad():
    with torch.enable_grad():
        net(torch.randn(4, 3)).mean().backward()
with torch.inference_mode():
    with torch.enable_grad():
        with torch.inference_mode(False):
            net(torch.randn(4, 3)).mean().backward()
