"""An object that scales the loss, clips if a limit is given, and steps: the gradients are unscaled only without a limit."""

import torch
from torch import nn


class LossScaler:
    def __init__(self):
        self._scaler = torch.amp.GradScaler("cpu")

    def __call__(self, loss, optimizer, parameters, limit=None):
        self._scaler.scale(loss).backward()
        if limit is not None:
            norm = nn.utils.clip_grad_norm_(parameters, limit)  # ! GL506
        else:
            self._scaler.unscale_(optimizer)
            norm = torch.stack([p.grad.norm() for p in parameters]).norm()
        self._scaler.step(optimizer)
        self._scaler.update()
        return norm


model = nn.Linear(3, 1)
parameters = list(model.parameters())
optimizer = torch.optim.SGD(parameters, lr=0.1)
scaler = LossScaler()
for _ in range(4):
    optimizer.zero_grad()
    scaler(model(torch.randn(8, 3)).pow(2).mean(), optimizer, parameters, limit=1.0)
