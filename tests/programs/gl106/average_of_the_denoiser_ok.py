"""The average's parameters ask for no gradient."""

import copy

import torch
from torch import nn


class Averaged:
    def __init__(self, model, decay):
        self.decay = decay
        self.shadow = copy.deepcopy(model).eval()
        for parameter in self.shadow.parameters():
            parameter.requires_grad_(False)

    def update(self, model):
        fresh = model.state_dict()
        for name, average in self.shadow.named_parameters():
            average.copy_(self.decay * average + (1 - self.decay) * fresh[name])


model = nn.Sequential(nn.Linear(2, 4), nn.SiLU(), nn.Linear(4, 2))
averaged = Averaged(model, decay=0.9)
optimizer = torch.optim.Adam(model.parameters())
for points in torch.randn(3, 5, 2):
    noise = torch.randn_like(points)
    optimizer.zero_grad()
    (model(points + noise) - noise).pow(2).mean().backward()
    optimizer.step()
    averaged.update(model)
