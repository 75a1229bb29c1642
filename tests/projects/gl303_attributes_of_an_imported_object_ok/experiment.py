"""An object whose names are those of modules and optimizers."""

import torch


class Experiment:
    def __init__(self):
        self.step = 0
        self.eval = [1, 2]
        self.looked = []

    @property
    def train(self):
        self.looked.append(self.step)
        return torch.arange(3)
