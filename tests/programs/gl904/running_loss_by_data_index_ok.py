"""item() gives the number."""

import torch
import torch.nn.functional as F
from torch import nn

network = nn.Linear(3, 2)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
running = 0.0
for batch, labels in zip(torch.randn(3, 4, 3), torch.randint(0, 2, (3, 4))):
    optimizer.zero_grad()
    loss = F.cross_entropy(network(batch), labels)
    loss.backward()
    optimizer.step()
    running += loss.item()
print(running / 3)
