import torch
from frozen_trunk import make_trunk
from recomputation_helper import recomputed
from torch import nn

trunk, neck, head = make_trunk(6), nn.Linear(6, 6), nn.Linear(6, 1)
optimizer = torch.optim.Adam([*neck.parameters(), *head.parameters()])
for step in range(3):
    features = trunk(torch.randn(4, 3))
    loss = head(torch.relu(recomputed(neck, features))).mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
