"""The gradients of each task are reset before those of the next one, and one step follows."""

import torch
from torch import nn

trunk = nn.Linear(3, 4)
heads = nn.ModuleDict({"depth": nn.Linear(4, 1), "normals": nn.Linear(4, 3)})
optimizer = torch.optim.Adam([*trunk.parameters(), *heads.parameters()], lr=1e-3)
for epoch in range(4):
    x = torch.randn(8, 3)
    for task, size in (("depth", 1), ("normals", 3)):
        optimizer.zero_grad()  # ! GL505
        loss = nn.functional.l1_loss(heads[task](torch.relu(trunk(x))), torch.randn(8, size))
        loss.backward()
    optimizer.step()
