"""The gradients are unscaled twice."""
import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
loss = model(torch.randn(8, 4)).mean()
scaler.scale(loss).backward()
scaler.unscale_(optimizer)  # <- other
torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
scaler.unscale_(optimizer)  # <- raised
scaler.step(optimizer)
