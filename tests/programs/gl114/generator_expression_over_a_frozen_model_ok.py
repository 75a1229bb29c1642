"""A generator expression selects the parameters of the layer that is not frozen."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 1))
for p in model[0].parameters():
    p.requires_grad = False
trainable = (p for p in model.parameters() if p.requires_grad)
optimizer = torch.optim.SGD(trainable, lr=0.1)
