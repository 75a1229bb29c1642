"""The branch without a scaled loss tests another setting than the scaler, which is then disabled."""

import types

import torch
from torch import nn


def train(model, batches, settings):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cpu", enabled=settings.half)
    for batch in batches:
        optimizer.zero_grad()
        loss = model(batch).pow(2).mean()
        if settings.mixed:
            scaler.scale(loss).backward()
        else:
            loss.backward()
        if settings.limit:
            scaler.unscale_(optimizer)
            nn.utils.clip_grad_norm_(model.parameters(), settings.limit)
        if settings.largest:
            scaler.unscale_(optimizer)
            nn.utils.clip_grad_value_(model.parameters(), settings.largest)
        scaler.step(optimizer)
        scaler.update()


eval("train")(nn.Linear(3, 1), torch.randn(3, 8, 3), types.SimpleNamespace(half=False, mixed=False, limit=1.0, largest=0.0))
