"""The received network is one of DyNet, which has `eval` and `forward`, too: it builds no graph of PyTorch."""

import sys
from types import ModuleType

import torch

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


class Network:
    def train(self):
        self.dropout = 0.3

    def eval(self):
        self.dropout = 0.0

    def forward(self, word):
        return [dy.Expression(word), dy.Expression(1.0)]


def validate(model, words):
    model.eval()
    total = 0.0
    for word in words:
        scores = model.forward(word)
        total += dy.esum(scores).value()
    return total


print(eval("validate")(Network(), torch.arange(4).tolist()))
