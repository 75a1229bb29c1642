"""The function flattens detached values of the parameters that it receives: the vector has no graph."""

from torch import nn


def decay(weight, bias):
    flat = nn.utils.parameters_to_vector([weight.detach(), bias.detach()])
    size = flat.pow(2).sum()
    size.backward()  # ! GL107
    print(size.item())


eval("decay")(*nn.Linear(3, 2).parameters())
