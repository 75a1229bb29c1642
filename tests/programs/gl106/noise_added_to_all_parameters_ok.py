"""The whole method runs under no_grad."""

import copy

import torch
from torch import nn


class Evolution:
    def __init__(self, network, spread):
        self.network = network
        self.spread = spread

    @torch.no_grad()
    def child(self):
        mutant = copy.deepcopy(self.network)
        for parameter in mutant.parameters():
            parameter.add_(self.spread * torch.randn_like(parameter))
        return mutant

    def generation(self, batch):
        children = [self.child() for _ in range(3)]
        with torch.no_grad():
            return [child(batch).mean().item() for child in children]


evolution = Evolution(nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1)), spread=0.02)
print(evolution.generation(torch.randn(5, 3)))
