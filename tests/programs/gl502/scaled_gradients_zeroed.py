"""With a scaler the order is the same: zero_grad between scale().backward() and scaler.step() empties the step."""

import torch
from torch import nn

network = nn.Linear(3, 1)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", enabled=False)
for batch in torch.randn(3, 4, 3):
    with torch.autocast("cpu", enabled=False):
        loss = network(batch).pow(2).mean()
    scaler.scale(loss).backward()
    optimizer.zero_grad(set_to_none=True)  # ! GL502
    scaler.step(optimizer)
    scaler.update()
