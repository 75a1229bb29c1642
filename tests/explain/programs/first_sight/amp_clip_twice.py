"""A helper clips the gradients, and unscales them once more."""
import torch
from vendorlib import make_model


def clip(scaler, optimizer, parameters):
    scaler.unscale_(optimizer)  # <- raised
    torch.nn.utils.clip_grad_norm_(parameters, 1.0)


model = make_model(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
for x in torch.randn(2, 3, 4):
    optimizer.zero_grad()
    scaler.scale(model(x).mean()).backward()
    scaler.unscale_(optimizer)  # <- other
    clip(scaler, optimizer, model.parameters())
    scaler.step(optimizer)
    scaler.update()
