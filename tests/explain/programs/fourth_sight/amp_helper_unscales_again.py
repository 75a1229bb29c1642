"""Gradients are unscaled to be logged, and once more by the helper that clips them."""
import torch
from torch import nn

scaler = torch.amp.GradScaler("cpu", init_scale=256.0)


def log_norm(optimizer, history):
    scaler.unscale_(optimizer)  # <- other
    history.append(sum(p.grad.norm() for group in optimizer.param_groups for p in group["params"]).item())


def clip(optimizer, limit):
    scaler.unscale_(optimizer)  # <- raised
    for group in optimizer.param_groups:
        nn.utils.clip_grad_norm_(group["params"], limit)


model = nn.Linear(4, 2)
optimizer, history = torch.optim.SGD(model.parameters(), lr=0.01), []
for step, batch in enumerate(torch.randn(6, 3, 4)):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        loss = model(batch).float().pow(2).mean()
    scaler.scale(loss).backward()
    if step % 2:
        log_norm(optimizer, history)
    clip(optimizer, 1.0)
    scaler.step(optimizer)
    scaler.update()
    optimizer.zero_grad()
