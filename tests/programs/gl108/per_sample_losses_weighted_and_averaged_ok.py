"""The losses per sample are weighted, the hardest are chosen, and their mean is one number."""

import torch
from torch import nn

network = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 3))
criterion = nn.CrossEntropyLoss(reduction="none")
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for batch, labels in zip(torch.randn(3, 8, 4), torch.randint(0, 3, (3, 8))):
    losses = criterion(network(batch), labels)
    hardest, _ = losses.topk(4)
    loss = (hardest * torch.linspace(1, 2, 4)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
