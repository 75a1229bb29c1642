"""The trainable parameters are counted by the generator expression that the optimizer is given."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
trainable = (parameter for parameter in model.parameters() if parameter.requires_grad)
print("trained:", sum(parameter.numel() for parameter in trainable))
optimizer = torch.optim.SGD(trainable, lr=0.1)  # ! GL114
