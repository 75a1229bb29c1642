"""__init__ has several paths, and on each of them the average's parameters were detached before they are changed in place."""

import copy

from torch import nn


class Average:
    def __init__(self, model: nn.Module, training=False):
        if isinstance(model, nn.DataParallel):
            model = model.module
        self.model = model
        self.average = copy.deepcopy(model)
        for parameter in self.average.parameters():
            parameter.detach_()
        if training:
            self.average.train()
        else:
            self.average.eval()

    def update(self, momentum):
        for kept, new in zip(self.average.parameters(), self.model.parameters()):
            kept.mul_(1.0 - momentum).add_(new.data, alpha=momentum)


averages = [Average(nn.Linear(2, 1)), Average(nn.Linear(3, 1), training=True)]
getattr(averages[0], "update")(0.1)
