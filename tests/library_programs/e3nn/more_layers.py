"""e3nn: layers and modules are modules."""

import torch
import e3nn


def layered(loader):
    model = e3nn.layers.Gate(3)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


def of_modules(loader):
    model = e3nn.modules.Gate(3)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@torch.no_grad()
def without_grad(loader):
    model = e3nn.layers.Gate(3)
    model.eval()
    for x in loader:
        print(model(x))
