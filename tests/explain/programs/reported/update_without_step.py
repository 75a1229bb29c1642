"""The scaler is updated in each iteration, but steps only in some."""
import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
for index in range(4):
    loss = model(torch.randn(5, 3)).pow(2).mean()
    scaler.scale(loss).backward()  # <- other
    scaler.update()  # <- raised
