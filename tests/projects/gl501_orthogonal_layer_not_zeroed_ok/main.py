"""The parameters of an orthogonal layer are those of the layer, and are reset before each backward."""

import torch
from torch import nn
from torch.nn.utils.parametrizations import orthogonal


def align(batches, device):
    layer = orthogonal(nn.Linear(3, 3, bias=False)).to(device)
    optimizer = torch.optim.Adam(layer.parameters(), lr=0.01)
    for batch in batches:
        basis = layer.weight
        loss = (batch @ basis.T @ basis - batch).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


eval("align")(torch.randn(3, 4, 3), "cpu")
