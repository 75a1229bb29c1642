"""DyNet only adds up the numbers: the received network is moved to a device, as one of PyTorch is, and evaluated with grad mode on."""

import sys
from types import ModuleType

import torch
from torch import nn

dynet = ModuleType("dynet")
exec(
    """
class Expression:
    def __init__(self, number):
        self.number = number

    def value(self):
        return self.number

def esum(terms):
    return Expression(sum(term.value() for term in terms))
""",
    dynet.__dict__,
)
sys.modules["dynet"] = dynet
import dynet as dy  # noqa: E402


def validate(model, words):
    model.to("cpu")
    model.eval()
    total = 0.0
    for word in words:
        scores = model.forward(word)  # ! GL301
        total += dy.esum([dy.Expression(score.item()) for score in scores]).value()
    return total


print(eval("validate")(nn.Linear(3, 2), [torch.randn(3) for _ in range(4)]))
