"""The forward hook returns in two ways, and the backward of one of them runs twice."""

import os

import torch
from torch import nn


def train(scaled, batch):
    model = nn.Linear(3, 1)

    def hook(module, inputs, output):
        if scaled:
            return output * 2
        return output * 3

    model.register_forward_hook(hook)
    loss = (model(batch) ** 2).sum()
    loss.backward()
    if not scaled:
        loss.backward()  # ! GL101


eval("train")(len(os.environ) < 1, torch.ones(2, 3))
