"""A module is passed through many functions to the one that clears its gradients: the last calls are not executed."""

import torch
from torch import nn


def first(model):
    second(model)


def second(model):
    third(model)


def third(model):
    fourth(model)


def fourth(model):
    fifth(model)


def fifth(model):
    sixth(model)


def sixth(model):
    seventh(model)


def seventh(model):
    eighth(model)


def eighth(model):
    for parameter in model.parameters():
        if parameter.grad is not None:
            parameter.grad.detach_()
            parameter.grad.zero_()


def train(model, optimizer, batches):
    for batch in batches:
        first(model)
        loss = model(batch).square().mean()
        loss.backward()
        optimizer.step()


model = nn.Linear(3, 1)
train(model, torch.optim.SGD(model.parameters(), lr=0.1), [torch.randn(4, 3) for _ in range(4)])
