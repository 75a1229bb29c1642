"""The gradients are unscaled for a printed value, which a helper has done already."""

import torch
from torch import nn


def clip_gradients(scaler, optimizer, model):
    scaler.unscale_(optimizer)
    return nn.utils.clip_grad_norm_(model.parameters(), 1.0)


model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
for batch in torch.randn(3, 8, 3):
    optimizer.zero_grad()
    loss = model(batch).pow(2).mean()
    scaler.scale(loss).backward()
    norm = clip_gradients(scaler, optimizer, model)
    scaler.unscale_(optimizer)  # ! GL507
    print(loss.item(), norm.item(), model.weight.grad.abs().max().item())
    scaler.step(optimizer)
    scaler.update()
