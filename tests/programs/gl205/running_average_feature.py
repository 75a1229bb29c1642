"""The running centre carries the graphs of all earlier batches, and retain_graph lets each backward backward them once more."""

import torch
from torch import nn

proj = nn.Linear(5, 3)
centre = torch.zeros(3)
for batch in torch.randn(4, 8, 5):
    z = proj(batch)
    centre = 0.9 * centre + 0.1 * z.mean(0)
    loss = (z - centre).pow(2).mean()
    loss.backward(retain_graph=True)  # ! GL205
