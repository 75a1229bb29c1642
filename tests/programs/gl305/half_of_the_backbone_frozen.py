"""The backbone's lower half is frozen and its upper half is not: no optimizer trains it, and it builds a graph."""

import torch
from torch import nn

lower = nn.Sequential(nn.Linear(5, 8), nn.ReLU())
upper = nn.Sequential(nn.Linear(8, 8), nn.ReLU())
probe = nn.Linear(8, 3)
for parameter in lower.parameters():
    parameter.requires_grad = False
optimizer = torch.optim.SGD(probe.parameters(), lr=0.1)
criterion = nn.CrossEntropyLoss()
for batch, labels in zip(torch.randn(3, 4, 5), torch.randint(0, 3, (3, 4))):
    known = lower(batch)
    features = upper(known)  # ! GL305
    optimizer.zero_grad()
    criterion(probe(features), labels).backward()
    optimizer.step()
