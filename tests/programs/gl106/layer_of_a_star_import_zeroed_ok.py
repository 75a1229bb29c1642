"""The star import binds the layer; PyTorch allows the in-place change of its weight with grad mode off."""

import torch
from torch.nn import *

layer = Linear(3, 1)
with torch.no_grad():
    layer.weight.zero_()
print(layer(torch.ones(3)))
