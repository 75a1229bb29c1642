"""The gradients are zeroed at the iteration's end."""

import torch
from torch import nn

network = nn.Linear(3, 1)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", enabled=False)
for batch in torch.randn(3, 4, 3):
    with torch.autocast("cpu", enabled=False):
        loss = network(batch).pow(2).mean()
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    optimizer.zero_grad(set_to_none=True)
