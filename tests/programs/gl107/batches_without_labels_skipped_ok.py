"""Batches whose loss has no graph, as nothing in them was labeled, are skipped before the backward."""

import torch
import torch.nn.functional as F
from torch import nn


def labelled_loss(network, batch, labels):
    known = labels >= 0
    if not known.any():
        return torch.zeros(())
    return F.cross_entropy(network(batch[known]), labels[known])


network = nn.Linear(3, 2)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for labels in torch.tensor([[0, 1, -1], [-1, -1, -1], [1, -1, 0]]):
    loss = labelled_loss(network, torch.randn(3, 3), labels)
    if not loss.requires_grad:
        continue
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
