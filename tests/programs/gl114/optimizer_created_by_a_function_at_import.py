"""The code of the module calls a function that creates an optimizer of a model without registered layers."""

from torch import nn
from torch.optim import AdamW


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = {"first": nn.Linear(3, 4), "last": nn.Linear(4, 1)}

    def forward(self, x):
        return self.layers["last"](self.layers["first"](x).relu())


def make_optimizer(model):
    return AdamW(model.parameters(), lr=0.01)  # ! GL114


optimizer = make_optimizer(Model())
