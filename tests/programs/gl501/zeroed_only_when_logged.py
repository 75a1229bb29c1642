"""zero_grad slipped into the branch that logs, and the iterations between go on with used gradients."""

import torch
from torch import nn

network = nn.Linear(5, 2)
optimizer = torch.optim.SGD(network.parameters(), lr=0.02)
for number, batch in enumerate(torch.randn(6, 4, 5)):
    loss = network(batch).abs().mean()
    loss.backward()  # ! GL501
    optimizer.step()
    if number % 3 == 0:
        print(number, loss.item())
        optimizer.zero_grad()
