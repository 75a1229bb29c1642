"""The loss depends on the online network only: a copy has parameters of its own."""

import copy

import torch
from torch import nn

online = nn.Linear(4, 2)
target = copy.deepcopy(online)
states, actions = torch.randn(5, 4), torch.randint(2, (5, 1))
with torch.no_grad():
    wanted = target(states).max(1).values
values = online(states).gather(1, actions).squeeze(1)
loss = nn.functional.mse_loss(values, wanted)
gradients = torch.autograd.grad(loss, tuple(target.parameters()))  # ! GL111
print([gradient.abs().max().item() for gradient in gradients])
