"""Trains both classifiers."""

import torch
from adversarial_network import AdversarialNetwork
from torch import nn

network = AdversarialNetwork()
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    classes, domains = network(torch.randn(8, 3))
    loss = nn.functional.cross_entropy(classes, torch.randint(2, (8,))) + nn.functional.cross_entropy(domains, torch.randint(2, (8,)))
    loss.backward()
    optimizer.step()
