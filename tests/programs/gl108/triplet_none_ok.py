"""The criterion averages over the triplets, as it does by default."""

import torch
from torch import nn

net = nn.Linear(6, 3)
criterion = nn.TripletMarginLoss()
a, p, n = torch.randn(3, 4, 6)
loss = criterion(net(a), net(p), net(n))
loss.backward()
