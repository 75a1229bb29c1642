"""The densities of a ray are sorted and weighted in place before the color loss is differentiated."""
import torch
from torch import nn


def composite(sigma, rgb, delta):
    alpha = 1 - torch.exp(-torch.relu(sigma) * delta)
    transmittance = torch.cumprod(1 - alpha + 1e-10, -1)
    weights = alpha * transmittance  # <- built
    transmittance[..., 0] = 1.0  # <- changed
    return (weights.unsqueeze(-1) * rgb).sum(-2)


field = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 4))
points = torch.rand(5, 7, 3)
raw = field(points)
color = composite(raw[..., 3], raw[..., :3].sigmoid(), 0.1)
(color - torch.rand(5, 3)).abs().mean().backward()  # <- raised
