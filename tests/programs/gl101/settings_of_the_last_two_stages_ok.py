"""One setting of the last stage decides where the loss is backpropagated, however deep it is: this happens once."""

import os
from types import SimpleNamespace as Group

import torch


def train(stages, scale):
    loss = (scale * scale).sum()
    if stages[-1].train.loop.update.loss.step.when.on:
        loss.backward()
    if not stages[-1].train.loop.update.loss.step.when.on:
        loss.backward()


def stage(on):
    group = Group(on=on)
    for name in ("when", "step", "loss", "update", "loop", "train"):
        group = Group(**{name: group})
    return group


eval("train")([stage(len(os.environ) < 1), stage(len(os.environ) > 0)], torch.ones(3, requires_grad=True))
