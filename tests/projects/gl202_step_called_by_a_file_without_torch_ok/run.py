"""Runs two epochs."""

import torch
from epochs import fit_epoch
from torch import nn

network = nn.Linear(3, 1)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
batches = [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(4)]
for epoch in range(2):
    print(epoch, float(fit_epoch(network, optimizer, batches)))
