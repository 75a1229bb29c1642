"""The identity loss of a cycle is backpropagated after the cycle loss."""
import torch
from vendorlib import make_model


class Cycle:
    def __init__(self):
        self.forth, self.back = make_model(3, 3), make_model(3, 3)

    def losses(self, x):
        there = self.forth(x)  # <- built
        cycle = (self.back(there) - x).abs().mean()
        identity = (there - x).pow(2).mean()
        return cycle, identity

    def step(self, x):
        cycle, identity = self.losses(x)
        cycle.backward()  # <- freed
        identity.backward()  # <- raised


Cycle().step(torch.randn(4, 3))
