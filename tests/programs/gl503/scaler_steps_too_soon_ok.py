"""The backward comes before the scaler's step."""

import torch
from torch import nn


def iterate(network, optimizer, scaler, batch):
    optimizer.zero_grad()
    loss = network(batch).abs().mean()
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()


network = nn.Linear(3, 2)
optimizer = torch.optim.Adam(network.parameters())
scaler = torch.amp.GradScaler("cpu", enabled=False)
for batch in torch.randn(3, 4, 3):
    iterate(network, optimizer, scaler, batch)
