"""The maximum with a bound that is not known here is one tensor, not values and indices."""

import sys

import torch
from torch import nn


def attack(model, images, radius, steps):
    x = torch.clamp(images + torch.rand(images.shape), 0, 1)
    x.requires_grad = True
    with torch.enable_grad():
        for _ in range(steps):
            loss = nn.functional.mse_loss(model(x), torch.zeros(1))
            gradient = torch.autograd.grad(loss, x)[0]
            x.data += gradient.sign()
            x = torch.clamp(x, 0, 1)
            upper, lower = images + radius, images - radius
            x = torch.max(torch.min(x, upper), lower)
    return x.detach()


if __name__ == "__main__":
    print(getattr(sys.modules["__main__"], "attack")(nn.Linear(3, 1), torch.rand(2, 3), 0.1, 3))  # noqa: B009
