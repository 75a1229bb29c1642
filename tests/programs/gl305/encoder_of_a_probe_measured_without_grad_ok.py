"""A function encodes and classifies for both phases, and both modules are trained."""

import torch
from torch import nn

encoder, probe = nn.Sequential(nn.Linear(6, 10), nn.Tanh()), nn.Linear(10, 2)
optimizer = torch.optim.SGD([*encoder.parameters(), *probe.parameters()], lr=0.1)


def loss_of(inputs, labels):
    return nn.functional.cross_entropy(probe(encoder(inputs)), labels)


batches = [(torch.randn(8, 6), torch.randint(2, (8,))) for _ in range(4)]
for inputs, labels in batches[1:]:
    optimizer.zero_grad()
    loss_of(inputs, labels).backward()
    optimizer.step()
    with torch.no_grad():
        print(loss_of(*batches[0]).item())
