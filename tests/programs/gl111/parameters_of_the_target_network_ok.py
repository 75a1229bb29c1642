"""The gradients of the network that computed the values are requested."""

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
gradients = torch.autograd.grad(loss, tuple(online.parameters()))
print([gradient.abs().max().item() for gradient in gradients])
