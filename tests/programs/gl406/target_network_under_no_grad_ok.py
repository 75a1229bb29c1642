"""The value of the next state comes from a target network under `no_grad`, in the target of the loss."""

import copy

import torch
from torch import nn

network = nn.Linear(4, 2)
target = copy.deepcopy(network)
optimizer = torch.optim.Adam(network.parameters())
for batch in range(4):
    now, then, reward = torch.randn(6, 4), torch.randn(6, 4), torch.randn(6)
    with torch.no_grad():
        wanted = reward + 0.9 * target(then).max(1).values
    chosen = network(now).max(1).values
    loss = nn.functional.smooth_l1_loss(chosen, wanted)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
