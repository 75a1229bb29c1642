"""dgl: its layers are modules with parameters."""

import torch
from dgl.nn import GraphConv


def passes(loader):
    model = GraphConv(3, 3)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@torch.no_grad()
def passes_without_grad(loader):
    model = GraphConv(3, 3)
    model.eval()
    for x in loader:
        print(model(x))
