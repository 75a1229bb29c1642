"""The gradients are thrown away after they were computed and before they are used."""

import torch
import torch.nn.functional as F
from torch import nn

network = nn.Linear(4, 2)
optimizer = torch.optim.Adagrad(network.parameters())
for batch, goal in zip(torch.randn(3, 5, 4), torch.randn(3, 5, 2)):
    loss = F.mse_loss(network(batch), goal)
    loss.backward()
    optimizer.zero_grad()  # ! GL502
    optimizer.step()
