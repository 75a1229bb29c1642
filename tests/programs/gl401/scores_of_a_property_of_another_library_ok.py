"""A decorator of another library makes a method a property: the value of the property is differentiated, not the leaf of its object."""

import sys
import types

import torch

caching = types.ModuleType("caching")
exec(
    """
class once:
    def __init__(self, function):
        self.function = function

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, instance, owner):
        value = instance.__dict__[self.name] = self.function(instance)
        return value
""",
    caching.__dict__,
)
sys.modules["caching"] = caching
from caching import once


class Energy:
    def __init__(self, positions):
        self.positions = positions

    @once
    def total(self):
        return (self.positions - self.positions.mean(0)).square().sum()


def forces(positions):
    positions = positions * 1.0
    positions.requires_grad_()
    (gradient,) = torch.autograd.grad(Energy(positions).total, positions)
    return -gradient


print(forces(torch.randn(4, 3)).abs().max().item())
