"""The whole update runs under no_grad."""

import copy

import torch
from torch import nn


class EMA:
    def __init__(self, model, decay=0.99):
        self.shadow = copy.deepcopy(model)
        self.decay = decay

    @torch.no_grad()
    def update(self, model):
        for s, p in zip(self.shadow.parameters(), model.parameters()):
            s.mul_(self.decay).add_(p.detach(), alpha=1 - self.decay)


model = nn.Linear(3, 3)
ema = EMA(model)
opt = torch.optim.SGD(model.parameters(), 0.1)
for x in torch.randn(4, 5, 3):
    opt.zero_grad()
    nn.functional.mse_loss(model(x), x).backward()
    opt.step()
    ema.update(model)
