import torch
from torch import nn

model = nn.Linear(3, 1)
losses = []
for batch in torch.randn(4, 8, 3):
    losses.append(model(batch).pow(2).mean().item())
workspace = torch.empty(1 << 5)
