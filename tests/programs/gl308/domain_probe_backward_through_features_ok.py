"""The probe reads features that were made under no_grad."""

import torch
import torch.nn.functional as F
from torch import nn


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(4, 6), nn.ReLU())
        self.label = nn.Linear(6, 2)
        self.domain = nn.Linear(6, 2)


def probe_step(network, optimizer, batch, domain):
    with torch.no_grad():
        features = network.features(batch)
    scores = network.domain(features)
    optimizer.zero_grad()
    F.cross_entropy(scores, domain).backward()
    optimizer.step()


def main_step(network, optimizer, batch, label):
    scores = network.label(network.features(batch))
    optimizer.zero_grad()
    F.cross_entropy(scores, label).backward()
    optimizer.step()


network = Network()
main_optimizer = torch.optim.SGD([*network.features.parameters(), *network.label.parameters()], lr=0.1)
probe_optimizer = torch.optim.SGD(network.domain.parameters(), lr=0.1)
for batch, label, domain in zip(torch.randn(3, 5, 4), torch.randint(0, 2, (3, 5)), torch.randint(0, 2, (3, 5))):
    probe_step(network, probe_optimizer, batch, domain)
    main_step(network, main_optimizer, batch, label)
