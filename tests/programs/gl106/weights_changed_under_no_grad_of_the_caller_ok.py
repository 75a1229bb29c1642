"""The caller of the step, which is looked up by name, enters no_grad: a copy may be changed in place there."""

import copy

import torch
from torch import nn


class Average:
    def __init__(self):
        self.copies = {}

    def _update(self, model):
        for name, parameter in model.named_parameters():
            try:
                kept = self.copies[name]
            except KeyError:
                kept = copy.deepcopy(parameter)
                self.copies[name] = kept
            kept.mul_(0.9)
            kept.add_(parameter.data, alpha=0.1)

    @torch.no_grad()
    def update(self, model):
        self._update(model)


Average().update(nn.Linear(2, 1))
