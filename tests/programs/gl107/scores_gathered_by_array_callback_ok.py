"""NumPy calls a nested function for each row, and the function gathers scores with graphs in a list of the function around it."""

import numpy as np
import torch
from torch import nn

net = nn.Linear(1, 1)


def total_of(rows):
    scores = []

    def gather(row):
        scores.append(net(torch.tensor([float(row[0])])).pow(2).sum())
        return 0.0

    np.apply_along_axis(gather, 1, rows)
    total = torch.zeros(())
    for score in scores:
        total = total + score
    return total


total_of(np.ones((4, 1))).backward()
print(net.weight.grad)
