"""The star import binds the layer, whose weight is a leaf that requires grad: PyTorch refuses the in-place change."""

import torch
from torch.nn import *

layer = Linear(3, 1)
layer.weight.zero_()  # ! GL106
print(layer(torch.ones(3)))
