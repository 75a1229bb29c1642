"""Anomaly mode finds a nan in the gradient of sqrt."""
import torch
from vendorlib import make_weight

with torch.autograd.set_detect_anomaly(True):
    weight = make_weight(3)
    distance = ((weight - weight) ** 2).sum().sqrt()  # <- built
    distance.backward()  # <- raised
