"""The losses that are collected inside autocast are detached."""

import json

import torch
import torch.nn.functional as F
from torch import nn

criterion = getattr(F, json.loads('{"criterion": "mse_loss"}')["criterion"])
network = nn.Linear(3, 2)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", enabled=False)
losses = []
for batch in torch.randn(5, 4, 3):
    optimizer.zero_grad()
    with torch.autocast("cpu", dtype=torch.bfloat16):
        loss = criterion(network(batch).float(), torch.zeros(4, 2))
        losses.append(loss.detach())
    loss = loss / 2
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
print(sum(float(item) for item in losses))
