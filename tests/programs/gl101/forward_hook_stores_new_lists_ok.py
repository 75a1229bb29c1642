"""The hook replaces an output by a list of new lists."""

import torch
from torch import nn


class Spy:
    def __init__(self, model):
        self.seen = nn.Linear(2, 2)(torch.ones(1, 2))
        model.register_forward_hook(self.keep)

    def keep(self, module, inputs, output):
        self.seen = [[output.detach()], {"size": output.shape}]


def train(model, batch):
    spy = Spy(model)
    for _ in range(2):
        loss = (model(batch) ** 2).sum()
        loss.backward()
    return spy.seen


eval("train")(nn.Linear(3, 1), torch.ones(2, 3))
