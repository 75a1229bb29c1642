"""The actor's loss runs through the value function, and each optimizer is reset before the backward of its own loss."""

import torch
from torch import nn

actor, value = nn.Linear(3, 1), nn.Linear(4, 1)
optimizers = {"actor": torch.optim.SGD(actor.parameters(), lr=0.1), "value": torch.optim.SGD(value.parameters(), lr=0.1)}


def update(name, loss):
    optimizers[name].zero_grad(set_to_none=True)
    loss.backward()
    optimizers[name].step()


for state, action, target in zip(torch.randn(5, 8, 3), torch.randn(5, 8, 1), torch.randn(5, 8, 1)):
    update("value", nn.functional.mse_loss(value(torch.cat((state, action), 1)), target))
    update("actor", -value(torch.cat((state, actor(state)), 1)).mean())
