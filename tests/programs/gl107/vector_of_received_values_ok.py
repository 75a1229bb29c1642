"""The function flattens the parameters that it receives: the vector has their graph."""

from torch import nn


def decay(weight, bias):
    flat = nn.utils.parameters_to_vector([weight, bias])
    size = flat.pow(2).sum()
    size.backward()
    print(size.item())


eval("decay")(*nn.Linear(3, 2).parameters())
