"""mean does not save its result: dividing the loss in place changes nothing that backward needs."""

import torch
from torch import nn

accumulation = 2
network = nn.Linear(5, 1)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for number, batch in enumerate(torch.randn(4, 3, 5), start=1):
    loss = network(batch).abs().mean()
    loss /= accumulation
    loss.backward()
    if number % accumulation == 0:
        optimizer.step()
        optimizer.zero_grad()
