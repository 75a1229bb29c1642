"""The network is frozen and builds no graph: the detach is superfluous and costs nothing."""

import torch
import torch.nn.functional as F
from torch import nn

prior = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 2)).requires_grad_(False)
learner = nn.Linear(4, 2)
optimizer = torch.optim.SGD(learner.parameters(), lr=0.1)
for batch in torch.randn(4, 5, 4):
    novelty = F.mse_loss(learner(batch), prior(batch).detach())
    optimizer.zero_grad()
    novelty.backward()
    optimizer.step()
