"""The per-pixel loss of a segmentation is weighted by a mask and not reduced."""
import torch
from torch import nn


def boundary_weights(mask):
    return 1 + nn.functional.max_pool2d(mask, 3, 1, 1) - mask


def pixel_loss(logits, mask):
    raw = nn.functional.binary_cross_entropy_with_logits(logits, mask, reduction="none")
    return (raw * boundary_weights(mask)).mean(dim=(2, 3))  # <- built


unet = nn.Conv2d(1, 1, 3, padding=1)
adam = torch.optim.Adam(unet.parameters())
images = torch.randn(2, 1, 8, 8)
mask = (torch.rand(2, 1, 8, 8) > 0.5).float()
loss = pixel_loss(unet(images), mask)
adam.zero_grad()
loss.backward()  # <- raised
adam.step()
