"""The gradients of all tasks add up for one step."""

import torch
from torch import nn

trunk = nn.Linear(3, 4)
heads = nn.ModuleDict({"depth": nn.Linear(4, 1), "normals": nn.Linear(4, 3)})
optimizer = torch.optim.Adam([*trunk.parameters(), *heads.parameters()], lr=1e-3)
for epoch in range(4):
    x = torch.randn(8, 3)
    optimizer.zero_grad()
    for task, size in (("depth", 1), ("normals", 3)):
        loss = nn.functional.l1_loss(heads[task](torch.relu(trunk(x))), torch.randn(8, size))
        loss.backward()
    optimizer.step()
