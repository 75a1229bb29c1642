"""torch_geometric: its layers are modules with parameters."""

import torch
from torch_geometric.nn import GCNConv


def passes(loader):
    model = GCNConv(3, 3)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@torch.no_grad()
def passes_without_grad(loader):
    model = GCNConv(3, 3)
    model.eval()
    for x in loader:
        print(model(x))
