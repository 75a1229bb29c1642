"""fastai: layers and models are modules."""

import torch
from fastai.layers import LinBnDrop
from fastai.vision.models import xresnet


def layered(loader):
    model = LinBnDrop(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


def modeled(loader):
    model = xresnet.xresnet18()
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@torch.no_grad()
def without_grad(loader):
    model = LinBnDrop(3, 1)
    model.eval()
    for x in loader:
        print(model(x))
