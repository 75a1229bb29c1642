"""Each received feature map is computed from the one before it: the backward passes, deepest last, need the retained graphs."""

import sys

import torch
from torch import nn


def saliency(model, image, maps):
    found = []
    for number, one in enumerate(maps):
        model.zero_grad()
        (one.mean() / len(maps)).backward(retain_graph=True)
        found.append((number, image.grad.clone()))
    return found


if __name__ == "__main__":
    model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2), nn.Tanh())
    image = torch.randn(1, 3, requires_grad=True)
    maps, x = [], image
    for layer in model:
        x = layer(x)
        maps.append(x)
    print(len(globals()[(sys.argv[1:] or ["saliency"])[0]](model, image, maps)))
