"""The losses are added before they are scaled."""

import torch
from torch import nn

bell = nn.Sequential(nn.Conv1d(1, 3, 3), nn.ELU(), nn.Flatten(), nn.Linear(18, 1))
optimizer = torch.optim.Adam(bell.parameters(), lr=1e-3)
scaler = torch.amp.GradScaler("cpu", enabled=False)
sound, pitch = torch.randn(4, 1, 8), torch.rand(4, 1)
with torch.autocast("cpu", enabled=False):
    heard = bell(sound)
    pitch_loss = nn.functional.mse_loss(heard, pitch)
    volume_loss = heard.abs().mean()
optimizer.zero_grad(set_to_none=True)
scaler.scale(pitch_loss + volume_loss).backward()
scaler.step(optimizer)
scaler.update()
