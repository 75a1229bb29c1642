"""The expression for the target is a string passed to eval: the source does not show that it detaches."""

import torch
import torch.nn.functional as F
from torch import nn

RULE = "network(view).detach() * 0.5"
network = nn.Linear(4, 3)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for view in torch.randn(3, 5, 4):
    goal = eval(RULE)
    optimizer.zero_grad()
    F.mse_loss(network(view + 0.1), goal).backward()
    optimizer.step()
