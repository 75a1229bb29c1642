"""torchrl: layers and modules are modules."""

import torch
import torchrl


def of_nn(loader):
    model = torchrl.nn.Gate(3)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


def layered(loader):
    model = torchrl.layers.Gate(3)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


def of_modules(loader):
    model = torchrl.modules.Gate(3)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@torch.no_grad()
def without_grad(loader):
    model = torchrl.nn.Gate(3)
    model.eval()
    for x in loader:
        print(model(x))
