"""An exit stack enters autocast for the evaluation and no_grad, and leaves both before the training."""

from contextlib import ExitStack

import torch
from torch import nn

network = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
network.eval()
for batch in torch.randn(3, 2, 3):
    with ExitStack() as stack:
        stack.enter_context(torch.autocast("cpu"))
        stack.enter_context(torch.no_grad())
        print(network(batch).mean().item())
network.train()
network(torch.randn(2, 3)).mean().backward()
