"""The row is filled with a tensor without a graph."""

import numpy as np
import torch
from torch import nn

encoder = nn.Linear(3, 2)
features = np.zeros((4, 2))
for row in range(4):
    with torch.no_grad():
        code = encoder(torch.randn(3))
    features[row] = code
print(features.sum())
