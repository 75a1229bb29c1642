"""One scaler unscales and steps all optimizers of a list, each once."""

import torch
from torch import nn


def train(models, optimizers, batches):
    scaler = torch.amp.GradScaler("cpu")
    for batch in batches:
        for optimizer in optimizers:
            optimizer.zero_grad()
        scaler.scale(sum(model(batch).pow(2).mean() for model in models)).backward()
        for optimizer in optimizers:
            scaler.unscale_(optimizer)
        for optimizer in optimizers:
            scaler.step(optimizer)
        scaler.update()


models = [nn.Linear(3, 1) for _ in range(3)]
optimizers = [torch.optim.SGD(model.parameters(), lr=0.1) for model in models]
train(models, optimizers, torch.randn(3, 8, 3))
scaler = torch.amp.GradScaler("cpu")
for batch in torch.randn(3, 8, 3):
    for optimizer in optimizers:
        optimizer.zero_grad()
    scaler.scale(sum(model(batch).pow(2).mean() for model in models)).backward()
    for optimizer in optimizers:
        scaler.step(optimizer)
    scaler.update()
