"""Makes changed copies of a network."""

import copy

import torch


class Evolution:
    def __init__(self, network, spread):
        self.network = network
        self.spread = spread

    def child(self):
        mutant = copy.deepcopy(self.network)
        for parameter in mutant.parameters():
            parameter.add_(self.spread * torch.randn_like(parameter))  # ! GL106
        return mutant

    def generation(self, batch):
        return [self.child()(batch).argmin() for _ in range(3)]
