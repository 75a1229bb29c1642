"""A script that only applies a network and compares its output, without a graph, by NumPy."""

import numpy as np
import torch
from torch import nn

net = nn.Linear(2, 1)
x = torch.linspace(0, 1, 6).view(3, 2)
print(np.median(np.asarray([1.0, 2.0])))
with torch.no_grad():
    print(np.allclose(net(x), 0.0))
