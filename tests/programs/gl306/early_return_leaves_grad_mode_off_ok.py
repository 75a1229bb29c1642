"""The early return switches it on, too."""

import torch
from torch import nn


def calibrate(layer, batch, wanted):
    torch.set_grad_enabled(False)
    spread = layer(batch).std()
    if abs(spread - wanted) < 100:
        torch.set_grad_enabled(True)
        return
    layer.weight.mul_(wanted / spread)
    torch.set_grad_enabled(True)


layer = nn.Linear(6, 3)
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
calibrate(layer, torch.randn(20, 6), wanted=1.0)
loss = layer(torch.randn(4, 6)).pow(2).mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
