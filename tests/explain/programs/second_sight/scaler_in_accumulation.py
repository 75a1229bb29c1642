"""The gradients are unscaled in each micro-step of the accumulation."""
import torch
from vendorlib import make_model

model = make_model(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
for index, x in enumerate(torch.randn(4, 3, 4)):
    scaler.scale(model(x).mean() / 2).backward()
    scaler.unscale_(optimizer)  # <- raised, other
    if (index + 1) % 2 == 0:
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad()
