import torch
from torch import nn

model = torch.compile(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)), backend="aot_eager")
for batch in torch.randn(2, 6, 4):
    loss = model(batch).pow(2).mean()
    loss.backward()
