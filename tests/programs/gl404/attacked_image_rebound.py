"""The clamp binds the name to a new tensor that depends on the leaf; the attack then reads the gradient of the wrong one."""

import torch
import torch.nn.functional as F
from torch import nn


def fgsm(model, image, label, bound):
    image = image.clone().requires_grad_()
    image = image.clamp(0, 1)
    F.cross_entropy(model(image), label).backward()
    slope = image.grad  # ! GL404
    return image if slope is None else (image + bound * slope.sign()).detach()


model = nn.Sequential(nn.Flatten(), nn.Linear(9, 3)).requires_grad_(False)
print(fgsm(model, torch.rand(2, 1, 3, 3), torch.tensor([0, 2]), bound=0.03).shape)
