"""The scores are gathered without their graphs."""

import torch
import torch.nn.functional as F
from torch import nn


def accuracy(outputs, labels):
    return (torch.cat(outputs).argmax(dim=1) == torch.cat(labels)).float().mean().item()


def run_epoch(network, optimizer, batches):
    outputs, labels = [], []
    for batch, label in batches:
        scores = network(batch)
        optimizer.zero_grad()
        F.cross_entropy(scores, label).backward()
        optimizer.step()
        outputs.append(scores.detach())
        labels.append(label)
    return accuracy(outputs, labels)


network = nn.Linear(5, 3)
optimizer = torch.optim.SGD(network.parameters(), lr=0.2)
batches = [(torch.randn(6, 5), torch.randint(0, 3, (6,))) for _ in range(5)]
print([run_epoch(network, optimizer, batches) for _ in range(2)])
