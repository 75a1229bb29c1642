"""Dropout that is off returns its input, also under no_grad: the input still has its graph."""

import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(4, 4)
out = net(torch.randn(8, 4))
with torch.no_grad():
    kept = F.dropout(out, training=False)
kept.pow(2).mean().backward()
