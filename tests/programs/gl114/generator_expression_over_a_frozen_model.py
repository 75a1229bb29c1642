"""A generator expression selects nothing, since all parameters are frozen."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 1))
for p in model.parameters():
    p.requires_grad = False
trainable = (p for p in model.parameters() if p.requires_grad)
optimizer = torch.optim.SGD(trainable, lr=0.1)  # ! GL114
