"""The optimizer of a dict that no literal key steps is stepped under a key that a function receives."""

import torch
from torch import nn

networks = {"encoder": nn.Linear(3, 3), "head": nn.Linear(3, 1)}
optimizers = {name: torch.optim.SGD(network.parameters(), lr=0.1) for name, network in networks.items()}


def update(name):
    optimizers[name].step()


for batch in torch.randn(4, 8, 3):
    optimizers["head"].zero_grad()
    networks["head"](batch).square().mean().backward()
    optimizers["head"].step()
    optimizers["encoder"].zero_grad()
    networks["encoder"](batch).square().mean().backward()
    update("encoder")
