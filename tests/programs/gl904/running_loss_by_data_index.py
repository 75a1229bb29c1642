"""The loss is a single number without a dimension, and data[0] asks for its first element."""

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
    running += loss.data[0]  # ! GL904
print(running / 3)
