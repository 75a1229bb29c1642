"""set_grad_enabled(True) is called in inference mode, which it does not leave."""

import torch
from torch import nn

net = nn.Linear(3, 1)
with torch.inference_mode():
    torch.set_grad_enabled(True)
    net(torch.randn(4, 3)).mean().backward()  # ! GL107
