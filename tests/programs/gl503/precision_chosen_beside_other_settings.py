"""Settings choose the layers, whether the program trains, and the precision, which decides when the optimizer steps."""

import types

import torch
from torch import nn


def train(settings, batches):
    first = nn.Linear(3, 3) if settings.linear else nn.LazyLinear(3)
    second = nn.LayerNorm(3) if settings.norm else nn.Identity()
    model = nn.Sequential(first, second, nn.Linear(3, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    history = [] if settings.train else None
    scaler = torch.amp.GradScaler() if settings.mixed else None
    for batch in batches:
        if not settings.train:
            break
        loss = model(batch).exp().mean()
        history.append(loss.item())
        optimizer.zero_grad()
        if settings.mixed:
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
        else:
            optimizer.step()  # ! GL503
            loss.backward()


chosen = types.SimpleNamespace(linear=True, norm=True, train=True, mixed=False)
eval("train")(chosen, torch.randn(4, 2, 3))
