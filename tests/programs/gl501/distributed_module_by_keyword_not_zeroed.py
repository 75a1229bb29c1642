"""A module of torch.distributed is handed over by keyword: what comes back is the same module, with the same parameters."""

import torch
from torch import nn
from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import checkpoint_wrapper

model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
model = checkpoint_wrapper(module=model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(3):
    loss = model(torch.randn(8, 3)).pow(2).mean()
    loss.backward()  # ! GL501
    optimizer.step()
