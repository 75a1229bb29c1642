"""The stage decides the loss: the validation error has no graph, and only that of the training stage is differentiated."""

import enum

import torch
from torch import nn


class Stage(enum.Enum):
    TRAINING = enum.auto()
    VALIDATION = enum.auto()


class Task:
    def loss(self, outputs, targets, stage):
        if stage == Stage.VALIDATION:
            return (outputs.argmax(1) - targets.argmax(1)).abs().float().mean()
        return (outputs - targets).pow(2).mean()


def adapt(task, model, inputs, targets):
    loss = task.loss(model(inputs), targets, Stage.TRAINING)
    return torch.autograd.grad(loss, list(model.parameters()))


adapt(Task(), nn.Linear(3, 2), torch.randn(4, 3), torch.randn(4, 2))
