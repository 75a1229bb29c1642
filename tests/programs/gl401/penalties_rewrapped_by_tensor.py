"""The weights' norms are put into a new tensor as numbers: their sum is added to the loss and pulls at nothing."""

import torch
import torch.nn.functional as F
from torch import nn

layers = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 2)])
optimizer = torch.optim.Adam(layers.parameters())
for batch, labels in zip(torch.randn(3, 5, 4), torch.randint(0, 2, (3, 5))):
    signal = batch
    for layer in layers:
        signal = torch.tanh(layer(signal))
    penalty = torch.tensor([layer.weight.norm().item() for layer in layers]).sum()  # ! GL401
    loss = F.cross_entropy(signal, labels) + 0.1 * penalty
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
