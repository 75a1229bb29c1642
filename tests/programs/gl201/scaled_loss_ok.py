"""The scaled loss frees its graph."""

import torch
from torch import nn

model = nn.TransformerEncoderLayer(d_model=8, nhead=2, dim_feedforward=16, batch_first=True)
opt = torch.optim.AdamW(model.parameters(), lr=1e-3)
scaler = torch.amp.GradScaler("cpu", enabled=False)
for x in torch.randn(3, 2, 5, 8):
    opt.zero_grad(set_to_none=True)
    with torch.autocast("cpu", enabled=False):
        loss = nn.functional.mse_loss(model(x), x)
    scaler.scale(loss).backward()
    scaler.step(opt)
    scaler.update()
