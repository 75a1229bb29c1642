"""Each batch is another tensor: the change of one leaves what the graphs of the others have saved."""

import torch
from torch import nn

model = nn.Linear(4, 1)
batches = [torch.randn(8, 4) for _ in range(20)]
losses = []
for inputs in batches:
    losses.append((model(inputs) * inputs.sum(dim=1, keepdim=True)).mean())
    if len(losses) == 4:
        sum(losses).backward()
        losses.clear()
for inputs in batches:
    loss = model(inputs).mean()
    loss.backward()
    inputs.mul_(0.5)
