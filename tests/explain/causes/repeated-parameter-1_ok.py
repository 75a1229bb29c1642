import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 1))
groups = [{"params": model[0].parameters()}, {"params": model[1].parameters(), "lr": 0.01}]
optimizer = torch.optim.SGD(groups, lr=0.1)
