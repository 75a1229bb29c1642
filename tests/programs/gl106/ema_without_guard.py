"""The shadow's parameters need gradients as those of any copy do, and they are averaged in place without a guard."""

import copy

import torch
from torch import nn


class EMA:
    def __init__(self, model, decay=0.99):
        self.shadow = copy.deepcopy(model)
        self.decay = decay

    def update(self, model):
        for s, p in zip(self.shadow.parameters(), model.parameters()):
            s.mul_(self.decay).add_(p.detach(), alpha=1 - self.decay)  # ! GL106


model = nn.Linear(3, 3)
ema = EMA(model)
opt = torch.optim.SGD(model.parameters(), 0.1)
for x in torch.randn(4, 5, 3):
    opt.zero_grad()
    nn.functional.mse_loss(model(x), x).backward()
    opt.step()
    ema.update(model)
