"""zero_grad stands in the loop, not in the branch."""

import torch
from torch import nn

network = nn.Linear(5, 2)
optimizer = torch.optim.SGD(network.parameters(), lr=0.02)
for number, batch in enumerate(torch.randn(6, 4, 5)):
    optimizer.zero_grad()
    loss = network(batch).abs().mean()
    loss.backward()
    optimizer.step()
    if number % 3 == 0:
        print(number, loss.item())
