"""The image is clamped before it requires grad."""

import torch
import torch.nn.functional as F
from torch import nn


def attack(model, image, label, bound=0.1):
    adversary = image + bound * torch.empty_like(image).uniform_(-1, 1)
    adversary.clamp_(0, 1)
    adversary.requires_grad_(True)
    loss = F.cross_entropy(model(adversary), label)
    (gradient,) = torch.autograd.grad(loss, adversary)
    return (image + bound * gradient.sign()).clamp(0, 1)


model = nn.Sequential(nn.Flatten(), nn.Linear(16, 3))
print(attack(model, torch.rand(2, 1, 4, 4), torch.tensor([0, 2])).shape)
