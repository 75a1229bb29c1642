"""Each entry of the log is overwritten by a later iteration, that of the penalty too, though it may be older than the others."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
log = {}
penalty = torch.zeros(())
for step in range(6):
    loss = model(torch.randn(8, 3)).pow(2).mean()
    log["loss"] = loss
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 3 == 0:
        penalty = model(torch.randn(8, 3)).abs().mean()
        optimizer.zero_grad()
        penalty.backward()
        optimizer.step()
    log["penalty"] = penalty
print({name: float(value) for name, value in log.items()})
