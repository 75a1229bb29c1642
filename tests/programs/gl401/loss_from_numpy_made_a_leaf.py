"""The loss is computed with NumPy and made a leaf in a function: that the step finds no gradient is the same mistake."""

import numpy as np
import torch
from torch import nn


def spread(outputs):
    points = outputs.data.numpy()
    distances = np.abs(points[:, None] - points[None]).sum(-1)
    loss = torch.from_numpy(distances).mean()
    loss.requires_grad_()  # ! GL401
    return loss


network = nn.Linear(4, 2)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for x in torch.randn(3, 5, 4):
    optimizer.zero_grad()
    spread(network(x)).backward()
    optimizer.step()
