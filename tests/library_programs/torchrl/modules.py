"""torchrl: its networks are modules with parameters."""

import torch
from torchrl.modules import MLP


def passes(loader):
    model = MLP(3, 3)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@torch.no_grad()
def passes_without_grad(loader):
    model = MLP(3, 3)
    model.eval()
    for x in loader:
        print(model(x))
