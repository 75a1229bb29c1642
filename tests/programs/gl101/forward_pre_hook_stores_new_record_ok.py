"""The hook stores new objects under a key that held a loss, and the loss is differentiated once."""

import torch
from torch import nn


class Record:
    def __init__(self, shape):
        self.shapes = [shape]


def train(model, batch):
    kept = {"last": (nn.Linear(3, 1)(batch) ** 2).sum()}

    def keep(module, inputs):
        kept["last"] = {"record": Record(inputs[0].shape)}

    model.register_forward_pre_hook(keep)
    loss = (model(batch) ** 2).sum()
    loss.backward()
    print(len(kept))


eval("train")(nn.Linear(3, 1), torch.ones(2, 3))
