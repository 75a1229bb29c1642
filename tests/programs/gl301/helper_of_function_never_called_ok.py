"""The function that nothing calls draws through a helper, which only it calls; the script runs another function at its top level."""

import torch
from torch import nn


def draw(model, count):
    return model(torch.randn(count, 3)).sigmoid().detach()


def preview(model):
    model.eval()
    for _ in range(3):
        print(draw(model, 2).shape)


def report(model):
    with torch.no_grad():
        print(model(torch.randn(2, 3)).shape)


report(nn.Linear(3, 2))
