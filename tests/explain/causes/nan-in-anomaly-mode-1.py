"""The derivative of a square root is infinite at 0."""

import torch

weight = torch.zeros(3, requires_grad=True)
with torch.autograd.set_detect_anomaly(True):
    distance = weight.pow(2).sum().sqrt()
    distance.backward()  # raises
