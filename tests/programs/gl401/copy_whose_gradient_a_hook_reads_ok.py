"""Copies whose gradients are read after the function has returned the loss: by a hook, by a nested function, by another method."""

import sys
import types

import torch
from torch import nn
from torch.autograd import Variable

library = types.ModuleType("probing_zoo")
exec(
    """
import torch

def run(function):
    result = function(torch.randn(4, 3), torch.zeros(4, 3))
    loss, then = result if isinstance(result, tuple) else (result, None)
    loss.backward()
    print(then() if then is not None else "")
""",
    library.__dict__,
)
sys.modules["probing_zoo"] = library
from probing_zoo import run


def hooked(x, y):
    x = Variable(x.data, requires_grad=True)
    x.register_hook(lambda gradient: print(gradient.norm()))
    return nn.functional.mse_loss(x, y)


def captured(x, y):
    x = Variable(x.data, requires_grad=True)

    def slope():
        return x.grad.norm()

    return nn.functional.mse_loss(x, y), slope


class Probe:
    def loss(self, x, y):
        self.x = Variable(x.data, requires_grad=True)
        return nn.functional.mse_loss(self.x, y)

    def slope(self):
        return self.x.grad.norm()


probe = Probe()
run(hooked)
run(captured)
run(probe.loss)
print(probe.slope())
