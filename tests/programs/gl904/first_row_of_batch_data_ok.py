"""data[0] of a batch is its first row, and of a loss per sample its first sample's: both have a dimension."""

import torch
import torch.nn.functional as F
from torch import nn

network = nn.Linear(3, 2)
scores = network(torch.randn(4, 3))
losses = F.cross_entropy(scores, torch.randint(0, 2, (4,)), reduction="none")
losses.mean().backward()
print(scores.data[0].tolist(), losses.data[0].item())


class Batch:
    def __init__(self, data):
        self.data = data


print(Batch(["kept", "as", "words"]).data[0])
