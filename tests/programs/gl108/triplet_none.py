"""The criterion returns one loss per triplet, and backward starts from all four of them."""

import torch
from torch import nn

net = nn.Linear(6, 3)
criterion = nn.TripletMarginLoss(reduction="none")
a, p, n = torch.randn(3, 4, 6)
loss = criterion(net(a), net(p), net(n))
loss.backward()  # ! GL108
