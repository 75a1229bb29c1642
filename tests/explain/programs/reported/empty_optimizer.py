"""The iterator of parameters was read before."""
import torch
from torch import nn

model = nn.Linear(4, 1)
parameters = model.parameters()
print(sum(p.numel() for p in parameters))  # <- other
optimizer = torch.optim.SGD(parameters, lr=0.1)  # <- raised
