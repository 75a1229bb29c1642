"""The encoder is trained by another function of the program first, and frozen before the probe is trained on it."""

import torch
from torch import nn


def pretrain(encoder, batches):
    decoder = nn.Linear(3, 5)
    optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()])
    for batch in batches:
        optimizer.zero_grad()
        (decoder(encoder(batch)) - batch).pow(2).mean().backward()
        optimizer.step()


def train_probe(encoder, batches):
    probe = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(probe.parameters(), lr=0.1)
    encoder.requires_grad_(False)
    for batch in batches:
        optimizer.zero_grad()
        probe(encoder(batch)).abs().mean().backward()
        optimizer.step()
    return probe


encoder = nn.Linear(5, 3)
pretrain(encoder, torch.randn(2, 4, 5))
print(train_probe(encoder, torch.randn(2, 4, 5)).bias.item())
