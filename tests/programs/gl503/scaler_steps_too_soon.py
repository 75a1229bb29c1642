"""The scaler, switched off here, steps the optimizer before the scaled loss has been backpropagated."""

import torch
from torch import nn


def iterate(network, optimizer, scaler, batch):
    optimizer.zero_grad()
    loss = network(batch).abs().mean()
    scaler.step(optimizer)  # ! GL503
    scaler.update()
    scaler.scale(loss).backward()


network = nn.Linear(3, 2)
optimizer = torch.optim.Adam(network.parameters())
scaler = torch.amp.GradScaler("cpu", enabled=False)
for batch in torch.randn(3, 4, 3):
    iterate(network, optimizer, scaler, batch)
