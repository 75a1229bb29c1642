"""NumPy makes an array of the tensor that fills a row."""

import numpy as np
import torch
from torch import nn

encoder = nn.Linear(3, 2)
features = np.zeros((4, 2))
for row in range(4):
    code = encoder(torch.randn(3))
    features[row] = code  # ! GL112
print(features.sum())
