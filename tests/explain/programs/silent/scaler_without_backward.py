"""The scaler steps an optimizer whose parameters have no gradient."""
import torch
from vendorlib import make_model

model, other = make_model(4, 1), make_model(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
scaler.scale(other(torch.randn(8, 4)).mean()).backward()
scaler.step(optimizer)  # <- raised
scaler.update()
