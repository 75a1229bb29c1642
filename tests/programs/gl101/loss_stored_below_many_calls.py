"""Nothing in the loop calls the module again: the loss that it stores is that of the first call."""

import torch
import torch.nn.functional as F
from torch import nn


class ContentLoss(nn.Module):
    def __init__(self, target):
        super().__init__()
        self.target = target

    def forward(self, x):
        self.loss = F.mse_loss(x, self.target)
        return x


def observe(criterion, image):
    return criterion(image)


def clip(criterion, image):
    return observe(criterion, image)


def blur(criterion, image):
    return clip(criterion, image)


def jitter(criterion, image):
    return blur(criterion, image)


def rotate(criterion, image):
    return jitter(criterion, image)


def scale(criterion, image):
    return rotate(criterion, image)


def augment(criterion, image):
    return scale(criterion, image)


def run(criterion, image):
    return augment(criterion, image)


image = torch.rand(1, 3, 4, 4, requires_grad=True)
criterion = ContentLoss(torch.rand(1, 3, 4, 4))
optimizer = torch.optim.SGD([image], lr=0.1)
criterion(image)
criterion.loss.backward()
for step in range(3):
    optimizer.zero_grad()
    criterion.loss.backward()  # ! GL101
    optimizer.step()
