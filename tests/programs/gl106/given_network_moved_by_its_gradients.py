"""The class receives a network from a library and adds noise and the gradients to its weights with grad mode enabled."""

import sys
import types

import torch

library = types.ModuleType("network_zoo")
exec(
    """
import torch

def build(sizes):
    return torch.nn.Sequential(torch.nn.Linear(sizes[0], sizes[1]), torch.nn.Tanh(), torch.nn.Linear(sizes[1], 1))

def squared(predicted, target):
    return (predicted - target).pow(2).mean()
""",
    library.__dict__,
)
sys.modules["network_zoo"] = library
from network_zoo import build, squared


class Chain:
    def __init__(self, network, error, step):
        self.network, self.error, self.step = network, error, step

    def energy(self, x, y):
        decay = sum(weight.pow(2).sum() for weight in self.network.parameters())
        return self.error(self.network(x), y) + 1e-4 * decay

    def move(self, x, y):
        self.network.zero_grad()
        energy = self.energy(x, y)
        energy.backward()
        for weight in self.network.parameters():
            noise = torch.randn_like(weight) * self.step
            weight.add_(noise - self.step * weight.grad)  # ! GL106
        return energy.item()


chain = Chain(build((3, 4)), squared, 0.01)
for x in torch.randn(3, 5, 3):
    chain.move(x, x.sum(1, keepdim=True))
