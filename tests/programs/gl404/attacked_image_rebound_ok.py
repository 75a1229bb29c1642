"""The image is clamped first, and then requires grad."""

import torch
import torch.nn.functional as F
from torch import nn


def fgsm(model, image, label, bound):
    image = image.clone().clamp(0, 1).requires_grad_()
    F.cross_entropy(model(image), label).backward()
    slope = image.grad
    return image if slope is None else (image + bound * slope.sign()).detach()


model = nn.Sequential(nn.Flatten(), nn.Linear(9, 3)).requires_grad_(False)
print(fgsm(model, torch.rand(2, 1, 3, 3), torch.tensor([0, 2]), bound=0.03).shape)
