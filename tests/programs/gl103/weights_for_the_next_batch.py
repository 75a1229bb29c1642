"""The losses of a batch decide how much the tasks weigh in the next one, and their graph goes along with the weights."""

import torch
from torch import nn

trunk = nn.Linear(4, 8)
heads = nn.ModuleList([nn.Linear(8, 1), nn.Linear(8, 1)])
optimizer = torch.optim.SGD([*trunk.parameters(), *heads.parameters()], lr=0.1)
weights = torch.ones(2)
for batch in torch.randn(5, 3, 4):
    hidden = trunk(batch).relu()
    losses = torch.stack([head(hidden).square().mean() for head in heads])
    total = (weights * losses).sum()
    optimizer.zero_grad()
    total.backward()  # ! GL103
    optimizer.step()
    weights = (weights * losses.exp()).softmax(dim=0)
