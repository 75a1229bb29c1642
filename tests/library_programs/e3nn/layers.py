"""e3nn: its layers are modules with parameters."""

import torch
from e3nn.nn import FullyConnectedNet


def passes(loader):
    model = FullyConnectedNet([3, 3])
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@torch.no_grad()
def passes_without_grad(loader):
    model = FullyConnectedNet([3, 3])
    model.eval()
    for x in loader:
        print(model(x))
