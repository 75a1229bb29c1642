"""The statements are calls: they may return a method."""

import torch
from torch import nn


def patched(optimizer):
    optimizer.patched = True
    return optimizer.step


def chosen(model, training):
    return model.train if training else model.eval


class Loop:
    def __init__(self, model):
        self.model = model

    def prepare(self):
        return self.model.zero_grad

    def run(self, optimizer):
        self.prepare()
        patched(optimizer)


model = nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
patched(optimizer)
chosen(model, True)
Loop(model).run(optimizer)
