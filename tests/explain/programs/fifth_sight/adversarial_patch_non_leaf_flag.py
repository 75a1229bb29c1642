"""An adversarial patch is resized first, then declared to require grad."""
import torch
from torch import nn

victim = nn.Sequential(nn.Flatten(), nn.Linear(48, 3))
patch = torch.rand(1, 3, 2, 2, requires_grad=True)


def place(image, patch):
    large = nn.functional.interpolate(patch, scale_factor=2.0)  # <- built
    large.requires_grad = False  # <- raised
    return torch.cat([image[:, :, :2], large[:, :, 2:]], dim=2)


for _ in range(2):
    logits = victim(place(torch.rand(1, 3, 4, 4), patch))
    (-nn.functional.cross_entropy(logits, torch.tensor([1]))).backward()
