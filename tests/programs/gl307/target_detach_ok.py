"""The result of detach is used, for the mean that is printed."""

import torch
import torch.nn.functional as F
from torch import nn

q, target = nn.Linear(3, 2), nn.Linear(3, 2)
target.requires_grad_(False)
opt = torch.optim.Adam(q.parameters())
for s in torch.randn(3, 5, 3):
    goal = q(s).max(1)[0] + 1.0
    print(goal.detach().mean())
    loss = F.mse_loss(target(s).max(1)[0] + q(s)[:, 0], goal)
    opt.zero_grad()
    loss.backward()
    opt.step()
