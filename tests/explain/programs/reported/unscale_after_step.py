"""The gradients are clipped after the step."""
import torch
from vendorlib import make_model

model = make_model(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
scaler.scale(model(torch.randn(8, 4)).mean()).backward()
scaler.step(optimizer)  # <- other
scaler.unscale_(optimizer)  # <- raised
scaler.update()
