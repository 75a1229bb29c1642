"""Grad mode is enabled inside of inference mode, which it does not leave: no graph is built."""

import torch
from torch import nn

net = nn.Linear(3, 1)
with torch.inference_mode():
    with torch.enable_grad():
        loss = net(torch.randn(4, 3)).mean()
        loss.backward()  # ! GL107
