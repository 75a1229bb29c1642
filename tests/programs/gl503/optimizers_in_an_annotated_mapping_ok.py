"""The discriminator's optimizer, of a mapping that is received, steps before the backward pass of its loss."""

from typing import Dict

import torch
from torch import nn


def half_step(nets: Dict[str, nn.Module], optims: Dict[str, torch.optim.Optimizer], real, noise):
    optims["gen"].zero_grad()
    fake = nets["gen"](noise)
    (nets["disc"](fake) - 1).square().mean().backward(inputs=list(nets["gen"].parameters()))
    optims["gen"].step()
    optims["disc"].zero_grad()
    loss = nets["disc"](fake.detach()).square().mean() + (nets["disc"](real) - 1).square().mean()
    loss.backward()
    optims["disc"].step()


nets = {"gen": nn.Linear(2, 3), "disc": nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))}
optims = {name: torch.optim.SGD(net.parameters(), lr=0.1) for name, net in nets.items()}
for _ in range(4):
    eval("half_step")(nets, optims, torch.randn(5, 3), torch.randn(5, 2))
