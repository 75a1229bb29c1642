"""The shared model's optimizer steps with the local model's gradients, which are assigned to .grad by hand."""

import torch
from torch import nn

shared, local = nn.Linear(3, 1), nn.Linear(3, 1)
local.load_state_dict(shared.state_dict())
optimizer = torch.optim.SGD(shared.parameters(), lr=0.1)
for batch in torch.randn(3, 4, 3):
    loss = local(batch).pow(2).mean()
    local.zero_grad()
    loss.backward()
    for theirs, ours in zip(shared.parameters(), local.parameters()):
        theirs._grad = ours.grad
    optimizer.step()
    local.load_state_dict(shared.state_dict())
