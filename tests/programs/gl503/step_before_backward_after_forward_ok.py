"""The backward comes before the step."""

import torch
import torch.nn.functional as F
from torch import nn

network = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 3))
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for batch, labels in zip(torch.randn(3, 5, 4), torch.randint(0, 3, (3, 5))):
    optimizer.zero_grad()
    loss = F.cross_entropy(network(batch), labels)
    loss.backward()
    optimizer.step()
