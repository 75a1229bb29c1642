"""With a scaler, gradients are reset after each step."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
scaler = torch.amp.GradScaler("cpu", init_scale=128.0)
for i, x in enumerate(torch.randn(12, 8, 3)):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        loss = model(x).pow(2).mean() / 4
    scaler.scale(loss).backward()
    if (i + 1) % 4 == 0:
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad(set_to_none=True)
