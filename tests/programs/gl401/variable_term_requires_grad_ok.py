"""The second loss keeps its graph and trains the head."""

import torch
from torch import nn

trunk = nn.Linear(3, 4)
head = nn.Linear(4, 2)
optimizer = torch.optim.SGD([*trunk.parameters(), *head.parameters()], lr=0.1)
for _ in range(3):
    inputs, labels = torch.randn(8, 3), torch.rand(8, 2)
    optimizer.zero_grad()
    features = trunk(inputs)
    scores = head(features)
    spread = features.pow(2).mean()
    error = nn.functional.mse_loss(scores, labels)
    loss = spread + error
    loss.backward()
    optimizer.step()
