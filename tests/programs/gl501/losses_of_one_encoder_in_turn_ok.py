"""The encoder's optimizer uses the gradients of both losses of an iteration: those of the first head's loss belong to its step."""

import torch
from torch import nn

encoder, first, second = nn.Linear(3, 4), nn.Linear(4, 1), nn.Linear(4, 1)
for_first = torch.optim.SGD(first.parameters(), lr=0.1)
for_rest = torch.optim.SGD([*encoder.parameters(), *second.parameters()], lr=0.1)
for batch in torch.randn(4, 8, 3):
    first(encoder(batch)).pow(2).mean().backward()
    for_first.step()
    for_first.zero_grad()
    (second(encoder(batch)) - 1).pow(2).mean().backward()
    for_rest.step()
    for_rest.zero_grad()
