"""They are thrown away before the backward."""

import torch
import torch.nn.functional as F
from torch import nn

network = nn.Linear(4, 2)
optimizer = torch.optim.Adagrad(network.parameters())
for batch, goal in zip(torch.randn(3, 5, 4), torch.randn(3, 5, 2)):
    loss = F.mse_loss(network(batch), goal)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
