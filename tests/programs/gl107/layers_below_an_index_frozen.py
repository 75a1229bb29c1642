"""An index from the environment decides whether all layers are frozen."""

import os

import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
first = int(os.environ.get("FIRST_TRAINED_LAYER", "2"))
for index, layer in enumerate(model.children()):
    if first > 1:
        for p in layer.parameters():
            p.requires_grad = False
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(2):
    loss = model(torch.randn(3, 4)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()  # ! GL107
    optimizer.step()
