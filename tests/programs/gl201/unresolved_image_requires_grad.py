"""An image of unresolved code requires grad by a call, which neither stores it nor runs backward."""

import sys
import types

import torch
from torch import nn

pictures = types.ModuleType("pictures")
exec(
    """
import torch

def load(name):
    return torch.randn(1, 3)

class Normalize:
    def __call__(self, image):
        return (image - 0.5) / 0.2
""",
    pictures.__dict__,
)
sys.modules["pictures"] = pictures
from pictures import Normalize, load


def saliency(model, name):
    image = Normalize()(load(name))
    image.requires_grad_(True)
    score = model(image).pow(2).sum()
    score.backward(retain_graph=True)  # ! GL201
    return image.grad.abs().max()


def sensitivity(model, image):
    x = Normalize()(image)
    x.requires_grad_(True)
    model.zero_grad()
    model(x).pow(2).sum().backward(retain_graph=True)  # ! GL201
    return float(x.grad.sum())


def attribution(model):
    total = 0.0
    for name in ("first", "second", "third", "fourth"):
        image = Normalize()(load(name)).requires_grad_(True)
        output = model(image)
        output.pow(2).sum().backward(retain_graph=True)  # ! GL201
        total += float(image.grad.sum())
    return total


model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
saliency(model, "cat")
sensitivity(model, load("dog"))
attribution(model)
