"""A tensor filled in place with numbers from a library has no graph: with requires_grad_() it is a leaf and has a gradient."""

import types

import torch
from torch import nn

torch.manual_seed(0)
settings = types.SimpleNamespace(**{"strength": 0.5})
noise = getattr(torch.distributions, "Normal")(0.0, 1.0)
model = nn.Linear(3, 2)


def attacked(images, labels):
    start = torch.zeros_like(images)
    start = start.uniform_(-settings.strength, settings.strength)
    start.requires_grad_()
    nn.functional.cross_entropy(model(images + start), labels).backward()
    return images + start.grad.sign()


def shaken(images, labels):
    start = torch.zeros_like(images)
    start += noise.sample(images.shape)
    start.requires_grad_()
    nn.functional.cross_entropy(model(images + start), labels).backward()
    return images + start.grad.sign()


images, labels = torch.randn(2, 3), torch.tensor([0, 1])
print(attacked(images, labels).shape, shaken(images, labels).shape)
