"""The gradient of a chosen image is wanted from a frozen model, but the image requires no grad."""

import torch
from torch import nn


def saliency(count, chosen):
    model = nn.Linear(4, 3).requires_grad_(False)
    images = [torch.rand(2, 4) for _ in range(count)]
    score = model(images[chosen]).max()
    score.backward()  # ! GL107
    return images[chosen].grad


eval("saliency")(3, 1)
